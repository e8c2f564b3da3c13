import { type Static, Type } from 'typebox'
import { choice, json, reference, text } from '../kit/attribute.ts'
import { defineResource } from '../kit/resource.ts'
import { inPricebook } from './pricebook.ts'
import { Amount, byCurrency } from './product-price.ts'

const Modification = Type.Object({ amount: Amount })

/** Changes the price book's prices of the products that have an option which names it, when they are published. */
export const priceModifiers = defineResource({
  type: 'price-modifier',
  one: 'price modifier',
  tag: 'Price books',
  table: 'price_modifiers',
  path: '/pricebooks/:pricebook_id/modifiers',
  parents: inPricebook,
  event: null,
  level: 'any',
  frame: 'attributes',
  attributes: {
    name: text({ min: 1, description: 'What options of products call it; unique in the price book.' }),
    modifier_type: choice(['price_increment', 'price_decrement', 'price_equals'], {
      description:
        'Added to list price, sale price and tiers, taken from them (at most all of it), or put in their place; what is put comes first.',
    }),
    currencies: json<Record<string, Static<typeof Modification>>>(byCurrency(Modification)),
  },
  kept: { pricebook_id: reference() },
  constraints: {
    price_modifiers_name: {
      code: 'conflict',
      detail: 'Another modifier of the price book has this name.',
      pointer: '/data/attributes/name',
    },
  },
})
