import { type Static, Type } from 'typebox'
import type { Problem } from '../../kernel/errors.ts'
import { ANYWHERE, Countries, checkCountries, coverageKeys, dropUnknownMembers } from '../addresses/locations.ts'
import { defineResource } from '../kit/resource.ts'
import { flag, integer, json, optional, reference, text, texts } from '../kit/values/attribute.ts'
import type { Cost } from './rules/cost.ts'

const Amount = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description: 'In minor units.' })

const Step = Type.Object(
  {
    from: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description: 'Minor units, or grams.' }),
    amount: Type.Union([Amount, Type.Null()], { description: 'Null: not offered from here on.' }),
  },
  { title: 'ShippingCostStep' },
)

const Costs = Type.Record(
  Type.String({ pattern: '^[A-Z]{3}$' }),
  Type.Union([
    Type.Object({ amount: Amount }, { title: 'FixedShippingCost' }),
    Type.Object(
      {
        by: Type.Enum(['subtotal', 'weight'], {
          description:
            '`subtotal`: the goods after discounts, with taxes only if the prices include them. `weight`: of the goods, in grams.',
        }),
        table: Type.Array(Step, {
          minItems: 1,
          maxItems: 200,
          description: 'The last step that is reached applies; below the first, the option is not offered.',
        }),
      },
      { title: 'ShippingCostTable' },
    ),
  ]),
  {
    additionalProperties: false,
    minProperties: 1,
    description: 'By currency, such as `EUR`: one amount, or a table. In other currencies the option is not offered.',
  },
)
type Costs = Static<typeof Costs>

/** Shipping options per store; all options for an address are priced for each cart. */
const MAX_SHIPPING_OPTIONS = 1_000

/** A shipping method with its costs. */
export const shippingOptions = defineResource({
  type: 'shipping_option',
  singular: 'shipping option',
  tag: 'Shipping options',
  area: 'settings',
  table: 'shipping_options',
  path: '/shipping-options',
  access: { read: 'shopper', write: 'seller' },
  shoppers_see: { enabled: 'true' },
  event: null,
  limit: { max: MAX_SHIPPING_OPTIONS },
  key: ['code'],
  references: { tax_class_id: 'tax_class' },
  attributes: {
    name: text({ min: 1, description: 'The name for buyers.' }),
    carrier: text({ description: 'The carrier.' }, { initial: '' }),
    code: text({ min: 1, max: 100, description: 'Unique in the store.' }),
    description: text({ max: 1000 }, { initial: '' }),
    countries: json<Countries>(
      Type.Unsafe<Countries>({ ...Countries, description: 'Where it is offered; empty: everywhere.' }),
      { initial: [] },
    ),
    costs: json<Costs>(Costs),
    tax_class_id: optional(reference({ description: 'The tax class of its cost; null: the default class.' })),
    enabled: flag({}, { initial: true }),
    priority: integer(
      { minimum: 0, maximum: 2_147_483_647, description: 'Options with lower values are offered first.' },
      { initial: 100 },
    ),
  },
  internal: { places: texts({}, { initial: [] }) },
  constraints: {
    shipping_options_code: {
      code: 'conflict',
      detail: 'Another shipping option has this code.',
      pointer: '/data/code',
    },
    shipping_options_class: {
      code: 'invalid',
      detail: 'data.tax_class_id must be a tax class of this store.',
      pointer: '/data/tax_class_id',
    },
  },
  async prepare(_, { after }) {
    const problems = [...checkCountries(after.countries), ...checkCosts(after.costs)]
    if (problems.length > 0) return problems
    after.countries = dropUnknownMembers(after.countries)
    after.places = after.countries.length === 0 ? [ANYWHERE] : coverageKeys(after.countries)
    after.costs = Object.fromEntries(Object.entries(after.costs).map(([code, cost]) => [code, tidyCost(cost)]))
    after.tax_class_id = after.tax_class_id?.toLowerCase() ?? null
    return []
  },
})

function checkCosts(costs: Costs): Problem[] {
  return Object.entries(costs).flatMap(([code, cost]) => {
    const [where, pointer] = [`data.costs.${code}`, `/data/costs/${code}`]
    if ('amount' in cost && 'table' in cost)
      return [{ detail: `${where} must have an amount or a table, not both.`, pointer }]
    if ('amount' in cost) return []
    const wrong = cost.table.findIndex(({ from }, index) => from <= (cost.table[index - 1]?.from ?? -1))
    if (wrong < 0) return []
    const detail = `${where}.table[${wrong}].from must be greater than that of the step before.`
    return [{ detail, pointer: `${pointer}/table/${wrong}/from` }]
  })
}

function tidyCost(cost: Cost): Static<typeof Costs>[string] {
  if ('amount' in cost) return { amount: cost.amount }
  return { by: cost.by, table: cost.table.map(({ from, amount }) => ({ from, amount })) }
}
