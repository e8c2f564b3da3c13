import { type Static, Type } from 'typebox'
import type { Problem } from '../../kernel/errors.ts'
import { json, optional, reference, text, time } from '../kit/attribute.ts'
import { type AnyResource, type Draft, defineResource, type Frame } from '../kit/resource.ts'
import type { Work } from '../kit/work.ts'
import { inPricebook } from './pricebook.ts'

/** In minor units. What modifiers add up to stays a number that JSON holds exactly. */
export const Amount = Type.Integer({ minimum: 0, maximum: 999_999_999_999, description: 'In minor units.' })

/** Something for each currency, by its ISO 4217 code. */
export const byCurrency = <Of extends Parameters<typeof Type.Record>[1]>(schema: Of) =>
  Type.Record(Type.String({ pattern: '^[A-Z]{3}$' }), schema, {
    minProperties: 1,
    maxProperties: 200,
    additionalProperties: false,
    description: 'By ISO 4217 code.',
  })

export const Tier = Type.Object({
  minimum_quantity: Type.Integer({ minimum: 1, maximum: 1_000_000_000, description: 'From how many on it holds.' }),
  amount: Amount,
})

const Price = Type.Object({
  amount: Amount,
  includes_tax: Type.Optional(
    Type.Union([Type.Boolean(), Type.Null()], {
      description: 'Null, or absent: as the setting `prices_include_tax` of the store that sells it says.',
    }),
  ),
  sale_amount: Type.Optional(
    Type.Union([Amount, Type.Null()], { description: 'The lower one of it and `amount` is paid.' }),
  ),
  tiers: Type.Optional(
    Type.Array(Tier, { maxItems: 50, description: 'Amounts for larger quantities, the smallest quantity first.' }),
  ),
})
type Price = Static<typeof Price>

/** The price of a sku in a price book, for a time. Of several that hold, the one that began last counts. */
export const productPrices: AnyResource = defineResource({
  type: 'product-price',
  one: 'product price',
  tag: 'Price books',
  table: 'product_prices',
  path: '/pricebooks/:pricebook_id/prices',
  parents: inPricebook,
  event: null,
  level: 'any',
  frame: 'attributes',
  attributes: {
    sku: text({ min: 1, description: 'Of the product; there need not be one yet.' }),
    currencies: json<Record<string, Price>>(byCurrency(Price)),
    valid_from: optional(time({ description: 'The first moment at which it holds; null: always before `valid_to`.' })),
    valid_to: optional(time({ description: 'The first moment at which it holds no more.' })),
  },
  kept: { pricebook_id: reference() },
  constraints: {
    product_prices_sku: {
      code: 'conflict',
      detail: 'The price book has a price of this sku from the same moment on.',
      pointer: '/data/attributes/sku',
    },
  },
  prepare: completePrices,
})

type ProductPrice = Frame & {
  currencies: Record<string, Price>
  valid_from: string | null
  valid_to: string | null
}

async function completePrices(_: Work, { after }: Draft<ProductPrice>): Promise<readonly Problem[]> {
  const { valid_from, valid_to } = after
  after.currencies = Object.fromEntries(
    Object.entries(after.currencies).map(
      ([currency, { amount, includes_tax = null, sale_amount = null, tiers = [] }]) => [
        currency,
        { amount, includes_tax, sale_amount, tiers },
      ],
    ),
  )
  return [
    ...Object.entries(after.currencies).flatMap(([currency, { tiers = [] }]) => disordered(currency, tiers)),
    ...(valid_from !== null && valid_to !== null && valid_from >= valid_to ? [backwards] : []),
  ]
}

const backwards: Problem = {
  detail: 'data.attributes.valid_to must be later than valid_from.',
  pointer: '/data/attributes/valid_to',
}

function disordered(currency: string, tiers: readonly Static<typeof Tier>[]): Problem[] {
  const index = tiers.findIndex((tier, at) => tier.minimum_quantity <= (tiers[at - 1]?.minimum_quantity ?? 0))
  if (index === -1) return []
  const place = `currencies/${currency}/tiers/${index}/minimum_quantity`
  const detail = `data.attributes.currencies.${currency}.tiers[${index}].minimum_quantity must be greater than the one before.`
  return [{ detail, pointer: `/data/attributes/${place}` }]
}
