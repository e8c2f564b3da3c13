import { text } from '../kit/attribute.ts'
import { defineResource, type Parent } from '../kit/resource.ts'
import { description } from './product.ts'

/** Prices and price modifiers, which go with it. */
export const pricebooks = defineResource({
  type: 'pricebook',
  one: 'price book',
  tag: 'Price books',
  table: 'pricebooks',
  path: '/pricebooks',
  event: null,
  level: 'any',
  frame: 'attributes',
  attributes: {
    name: text({ min: 1 }),
    description: description('For sellers.'),
    external_ref: text({ description: 'What another system calls it.' }, { initial: '' }),
  },
})

/** Of what is in a price book. */
export const inPricebook: readonly Parent[] = [{ parameter: 'pricebook_id', table: 'pricebooks', one: 'price book' }]
