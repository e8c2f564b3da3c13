import { type Static, Type } from 'typebox'
import type { Problem } from '../../kernel/errors.ts'
import { json, optional, reference, text, time } from '../kit/attribute.ts'
import { type AnyResource, type Draft, defineResource, type Frame } from '../kit/resource.ts'
import type { Work } from '../kit/work.ts'
import { inPricebook } from './pricebook.ts'

/** In minor units. The maximum keeps sums with modifiers within the integers that JSON represents exactly. */
export const Amount = Type.Integer({ minimum: 0, maximum: 999_999_999_999, description: 'In minor units.' })

/** An object with a value for each currency, by ISO 4217 code. */
export const byCurrency = <Of extends Parameters<typeof Type.Record>[1]>(schema: Of) =>
  Type.Record(Type.String({ pattern: '^[A-Z]{3}$' }), schema, {
    minProperties: 1,
    maxProperties: 200,
    additionalProperties: false,
    description: 'By ISO 4217 code.',
  })

export const Tier = Type.Object({
  minimum_quantity: Type.Integer({
    minimum: 1,
    maximum: 1_000_000_000,
    description: 'Smallest quantity for which the amount applies.',
  }),
  amount: Amount,
})

const Price = Type.Object({
  amount: Amount,
  includes_tax: Type.Optional(
    Type.Union([Type.Boolean(), Type.Null()], {
      description: 'Null or absent: the setting `prices_include_tax` of the selling store applies.',
    }),
  ),
  sale_amount: Type.Optional(
    Type.Union([Amount, Type.Null()], { description: 'Shoppers pay the lower of it and `amount`.' }),
  ),
  tiers: Type.Optional(
    Type.Array(Tier, { maxItems: 50, description: 'Amounts for larger quantities, smallest quantity first.' }),
  ),
})
type Price = Static<typeof Price>

/** The price of a SKU in a price book for a period. Of several valid prices, the one that started last applies. */
export const productPrices: AnyResource = defineResource({
  type: 'product-price',
  singular: 'product price',
  tag: 'Price books',
  table: 'product_prices',
  path: '/pricebooks/:pricebook_id/prices',
  parents: inPricebook,
  event: null,
  level: 'any',
  frame: 'attributes',
  attributes: {
    sku: text({ min: 1, description: 'SKU of the product, which need not exist yet.' }),
    currencies: json<Record<string, Price>>(byCurrency(Price)),
    valid_from: optional(time({ description: 'Start of the period, inclusive; null: unlimited.' })),
    valid_to: optional(time({ description: 'End of the period, exclusive; null: unlimited.' })),
  },
  internal: { pricebook_id: reference() },
  constraints: {
    product_prices_sku: {
      code: 'conflict',
      detail: 'The price book already has a price for this sku with the same valid_from.',
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
    ...Object.entries(after.currencies).flatMap(([currency, { tiers = [] }]) => checkTierOrder(currency, tiers)),
    ...(valid_from !== null && valid_to !== null && valid_from >= valid_to ? [invalidPeriod] : []),
  ]
}

const invalidPeriod: Problem = {
  detail: 'data.attributes.valid_to must be later than valid_from.',
  pointer: '/data/attributes/valid_to',
}

function checkTierOrder(currency: string, tiers: readonly Static<typeof Tier>[]): Problem[] {
  const index = tiers.findIndex((tier, at) => tier.minimum_quantity <= (tiers[at - 1]?.minimum_quantity ?? 0))
  if (index === -1) return []
  const pointer = `/data/attributes/currencies/${currency}/tiers/${index}/minimum_quantity`
  const detail = `data.attributes.currencies.${currency}.tiers[${index}].minimum_quantity must be greater than that of the previous tier.`
  return [{ detail, pointer }]
}
