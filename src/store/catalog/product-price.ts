import { type Static, Type } from 'typebox'
import type { Problem } from '../../kernel/errors.ts'
import { pointerStep } from '../../kernel/json/json-pointer.ts'
import { Timestamps } from '../../kernel/schemas.ts'
import { type AnyResource, type Draft, defineResource, type Frame, timestampsOf } from '../kit/resource.ts'
import { type Attribute, json, optional, reference, text, time } from '../kit/values/attribute.ts'
import { sku } from '../kit/values/sku.ts'
import type { Work } from '../kit/work.ts'
import { admin_attributes, shopper_attributes } from './merchant-attributes.ts'
import { inPricebook } from './pricebook.ts'

/** The maximum keeps sums with modifiers within the integers that JSON represents exactly. */
export const Amount = Type.Integer({ minimum: 0, maximum: 999_999_999_999, description: 'In minor units.' })

export const external_ref = text({ max: 2048, description: 'Id in another system.' }, { initial: '' })

/** Object with a value per currency, by ISO 4217 code. */
export const byCurrency = <Of extends Parameters<typeof Type.Record>[1]>(schema: Of) =>
  Type.Record(Type.String({ pattern: '^[A-Z]{3}$' }), schema, {
    minProperties: 1,
    maxProperties: 200,
    additionalProperties: false,
    description: 'By ISO 4217 code.',
  })

export const Tier = Type.Object(
  {
    minimum_quantity: Type.Integer({
      minimum: 1,
      maximum: 1_000_000_000,
      description: 'Smallest quantity for which the amount applies.',
    }),
    amount: Amount,
  },
  { title: 'PriceTier' },
)

const MAX_TIERS = 50
const about = 'Amounts for larger quantities'
const Tiers = Type.Union([
  Type.Array(Tier, { maxItems: MAX_TIERS, description: `${about}, smallest quantity first.` }),
  Type.Record(Type.String({ pattern: '^.{1,255}$' }), Tier, {
    maxProperties: MAX_TIERS,
    additionalProperties: false,
    title: 'NamedPriceTiers',
    description: `${about}, by names that are kept and shown.`,
  }),
])

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
  tiers: Type.Optional(Tiers),
})

/** Stored form: tiers are a list, smallest quantity first, with names if the client sent names. */
type Price = Omit<Static<typeof Price>, 'tiers'> & { tiers: NamedTier[] }
type NamedTier = Static<typeof Tier> & { name?: string }

/** Accepts times without a zone, because clients send them. */
const moment = (description: string): Attribute<string> => ({
  ...time(),
  schema: Type.String({ format: 'date-time', description: `${description} Without a zone it is UTC.` }),
})

/** The price of a SKU in a price book for a period. If several prices are valid, the one that started last applies. */
export const productPrices: AnyResource = defineResource({
  type: 'product-price',
  singular: 'product price',
  tag: 'Price books',
  area: 'catalog',
  table: 'product_prices',
  path: '/pricebooks/:pricebook_id/prices',
  parents: inPricebook,
  event: null,
  level: 'any',
  frame: 'attributes',
  key: ['sku', 'valid_from'],
  undeclared: 'assortment',
  attributes: {
    sku: sku('SKU of the product, which need not exist yet.'),
    currencies: json<Record<string, Price>>(byCurrency(Price)),
    valid_from: optional(moment('Start of the period, inclusive; null: unlimited.')),
    valid_to: optional(moment('End of the period, exclusive; null: unlimited.')),
    external_ref,
    admin_attributes,
    shopper_attributes: {
      ...shopper_attributes,
      schema: {
        ...shopper_attributes.schema,
        description: 'Texts of your own by name, for shoppers. Kept and shown to sellers.',
      },
    },
  },
  refuses: { sales: 'Send `sale_amount`, or a second price with `valid_from` and `valid_to`.' },
  ignores_beside: { pricebook_external_ref: 'The path names the price book.' },
  internal: { pricebook_id: reference(), sku_twin: text({}, { initial: '' }) },
  constraints: {
    product_prices_sku: {
      code: 'conflict',
      detail: 'The price book already has a price for this sku with the same valid_from.',
      pointer: '/data/attributes/sku',
    },
    product_prices_sku_alike: {
      code: 'conflict',
      detail: 'The price book already has a price for this sku in another case with the same valid_from.',
      pointer: '/data/attributes/sku',
    },
  },
  shows: { attributes: Timestamps.properties },
  show: (row) => ({ attributes: { currencies: mapPrices(row.currencies, showTiers), ...timestampsOf(row) } }),
  prepare: completePrices,
})

type ProductPrice = Frame & {
  sku: string
  sku_twin: string
  currencies: Record<string, Price>
  valid_from: string | null
  valid_to: string | null
}

async function completePrices(_: Work, { after, before }: Draft<ProductPrice>): Promise<readonly Problem[]> {
  if (after.sku !== before?.sku || after.valid_from !== before?.valid_from) after.sku_twin = ''
  const { valid_from, valid_to } = after
  const problems = Object.entries(after.currencies).flatMap(([currency, { tiers }]) => checkTiers(currency, tiers))
  after.currencies = mapPrices(after.currencies, completePrice)
  return [...problems, ...(valid_from !== null && valid_to !== null && valid_from >= valid_to ? [invalidPeriod] : [])]
}

type SentPrice = Static<typeof Price> | Price

function completePrice({ amount, includes_tax = null, sale_amount = null, tiers = [] }: SentPrice): Price {
  return { amount, includes_tax, sale_amount, tiers: tierList(tiers) }
}

function mapPrices<From, To>(prices: Readonly<Record<string, From>>, to: (price: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(prices).map(([currency, price]) => [currency, to(price)]))
}

function tierList(tiers: NonNullable<SentPrice['tiers']>): NamedTier[] {
  if (Array.isArray(tiers)) return tiers
  const named = Object.entries(tiers).map(([name, { minimum_quantity, amount }]) => ({
    name,
    minimum_quantity,
    amount,
  }))
  return named.sort((one, other) => one.minimum_quantity - other.minimum_quantity)
}

/** Returns tiers in the form in which they were sent: an object if they have names, otherwise a list. */
function showTiers({ tiers, ...price }: Price) {
  const named = tiers.map(({ name, ...tier }) => [name, tier] as const)
  const isNamed = named.length > 0 && named.every(([name]) => name !== undefined)
  return { ...price, tiers: isNamed ? Object.fromEntries(named) : tiers }
}

const invalidPeriod: Problem = {
  detail: 'data.attributes.valid_to must be later than valid_from.',
  pointer: '/data/attributes/valid_to',
}

function checkTiers(currency: string, tiers: SentPrice['tiers'] = []): Problem[] {
  const list = tierList(tiers)
  const index = list.findIndex((tier, at) => tier.minimum_quantity <= (list[at - 1]?.minimum_quantity ?? 0))
  if (index === -1) return []
  const [key, what] = Array.isArray(tiers)
    ? [index, 'must be greater than that of the previous tier']
    : [list[index]?.name ?? '', 'must differ from that of every other tier']
  const steps = ['data', 'attributes', 'currencies', currency, 'tiers', String(key), 'minimum_quantity']
  return [{ detail: `${steps.join('.')} ${what}.`, pointer: steps.map(pointerStep).join('') }]
}
