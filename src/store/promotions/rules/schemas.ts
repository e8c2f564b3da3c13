import { type TSchema, type TSchemaOptions, Type } from 'typebox'
import type { Action, Condition } from '../../../pricing/promotion.ts'
import type { Selector } from '../../../pricing/selector.ts'

// Nothing more than what is named: a misspelt member would silently mean "everything".
const closed = { additionalProperties: false }

const MOST_NAMES = 1000
const Names = (item: TSchema, options: TSchemaOptions = {}) =>
  Type.Array(item, { minItems: 1, maxItems: MOST_NAMES, ...options })
const Name = Type.String({ minLength: 1, maxLength: 255 })
const Id = Type.String({ format: 'uuid' })

export const SelectorSchema = Type.Unsafe<Selector>(
  Type.Object(
    Type.Partial(
      Type.Object({
        skus: Names(Name),
        not_skus: Names(Name),
        products: Names(Id, { description: 'Ids of products.' }),
        not_products: Names(Id),
        categories: Names(Id, { description: 'Ids of nodes: products in them and below.' }),
        not_categories: Names(Id),
        tags: Names(Name),
        not_tags: Names(Name),
      }),
    ).properties,
    {
      ...closed,
      $id: 'PromotionSelector',
      description: 'Items that are in every list given and in no `not_` list. The empty selector is every item.',
    },
  ),
)

const MOST_AMOUNT = 1_000_000_000_000
const Amount = Type.Integer({ minimum: 0, maximum: MOST_AMOUNT, description: 'In minor units of the currency.' })
const Positive = (description: string) => Type.Integer({ minimum: 1, maximum: MOST_AMOUNT, description })
const Count = (description: string) => Type.Integer({ minimum: 1, maximum: 10_000, description })
const Ppm = Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'In millionths: 200000 is 20 %.' })

export const ActionSchema = Type.Unsafe<Action>(
  Type.Union(
    [
      Type.Object(
        {
          kind: Type.Literal('percent'),
          ppm: Ppm,
          max_discount: Type.Optional(
            Type.Union([Positive('The most that it takes off: a unit, a line, the cart or an option.'), Type.Null()], {
              description: 'Null, or left out: as much as it comes to.',
            }),
          ),
        },
        closed,
      ),
      Type.Object({ kind: Type.Literal('amount'), amount: Positive('In minor units of the currency.') }, closed),
      Type.Object({ kind: Type.Literal('fixed_price'), amount: Amount }, closed),
      Type.Object({ kind: Type.Literal('free') }, closed),
      Type.Object(
        {
          kind: Type.Literal('buy_x_get_y'),
          x: Count('For every so many units of `buy` …'),
          y: Count('… up to so many units of `get` cost less.'),
          buy: SelectorSchema,
          get: SelectorSchema,
          ppm: Ppm,
          max: Type.Optional(
            Type.Union([Count('At most so many units in all.'), Type.Null()], {
              description: 'Null, or left out: as many as there are.',
            }),
          ),
        },
        closed,
      ),
      Type.Object({ kind: Type.Literal('free_item'), sku: Name, quantity: Count('So many of it.') }, closed),
    ],
    { $id: 'PromotionAction' },
  ),
)

const Fact = Type.Union(
  [
    Type.Object(
      { kind: Type.Literal('subtotal'), minimum: Positive('Of the cart with catalog prices, in minor units.') },
      closed,
    ),
    Type.Object({ kind: Type.Literal('quantity'), of: SelectorSchema, minimum: Count('Units in the cart.') }, closed),
    Type.Object(
      { kind: Type.Literal('first_order') },
      { ...closed, description: 'The shopper has not bought before.' },
    ),
    ...(['segment', 'channel'] as const).map((kind) =>
      Type.Object({ kind: Type.Literal(kind), one_of: Names(Name) }, closed),
    ),
    Type.Object(
      {
        kind: Type.Literal('country'),
        one_of: Names(Type.String({ pattern: '^[A-Z]{2}$' }), { description: 'ISO 3166-1.' }),
      },
      closed,
    ),
    Type.Object({ kind: Type.Literal('account'), one_of: Names(Id) }, closed),
  ],
  { $id: 'PromotionFact' },
)

/** Conditions that hold others hold them so deep. */
const DEPTH = 3

export const ConditionSchema = Type.Unsafe<Condition>(conditionOf(DEPTH))

function conditionOf(depth: number): TSchema {
  const $id = depth === DEPTH ? 'PromotionCondition' : `PromotionConditionWithin${DEPTH - depth}`
  if (depth === 0) return Fact
  const inner = conditionOf(depth - 1)
  const of = Type.Array(inner, { minItems: 1, maxItems: 20 })
  return Type.Union(
    [
      Fact,
      Type.Object({ kind: Type.Literal('all'), of }, closed),
      Type.Object({ kind: Type.Literal('any'), of }, closed),
      Type.Object({ kind: Type.Literal('not'), of: inner }, closed),
    ],
    { $id },
  )
}
