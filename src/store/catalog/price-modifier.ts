import { type Static, Type } from 'typebox'
import { defineResource } from '../kit/resource.ts'
import { choice, json, reference, text } from '../kit/values/attribute.ts'
import { inPricebook } from './pricebook.ts'
import { Amount, byCurrency, external_ref } from './product-price.ts'

const Modification = Type.Object(
  {
    amount: Amount,
    includes_tax: Type.Optional(
      Type.Boolean({
        description:
          'Whether the amount of `price_equals` includes tax; absent: like the price. For other modifiers it is stored without effect.',
      }),
    ),
  },
  { 'x-refused': { tiers: 'A modifier changes the tiers of a price by its amount.' } },
)

/** Changes the prices of products that have an option with its name, when the catalog is published. */
export const priceModifiers = defineResource({
  type: 'price-modifier',
  singular: 'price modifier',
  tag: 'Price books',
  area: 'catalog',
  table: 'price_modifiers',
  path: '/pricebooks/:pricebook_id/modifiers',
  parents: inPricebook,
  event: null,
  level: 'any',
  frame: 'attributes',
  key: ['name'],
  attributes: {
    name: text({ min: 1, description: 'Name that options of products refer to; unique in the price book.' }),
    modifier_type: choice(['price_increment', 'price_decrement', 'price_equals'], {
      description:
        'Whether the amount is added to list price, sale price and tiers, subtracted from them (down to 0), or replaces them. Replacements are applied first.',
    }),
    currencies: json<Record<string, Static<typeof Modification>>>(byCurrency(Modification)),
    external_ref,
  },
  ignores_beside: { pricebook_external_ref: 'The path names the price book.' },
  internal: { pricebook_id: reference() },
  constraints: {
    price_modifiers_name: {
      code: 'conflict',
      detail: 'Another modifier of the price book has this name.',
      pointer: '/data/attributes/name',
    },
  },
})
