import { Timestamps } from '../../kernel/schemas.ts'
import { defineResource, type Parent, timestampsOf } from '../kit/resource.ts'
import { text } from '../kit/values/attribute.ts'
import { description } from './product.ts'

/** A set of prices and price modifiers. Deleting it deletes them. */
export const pricebooks = defineResource({
  type: 'pricebook',
  singular: 'price book',
  tag: 'Price books',
  area: 'catalog',
  table: 'pricebooks',
  path: '/pricebooks',
  event: null,
  level: 'any',
  frame: 'attributes',
  key: ['name'],
  used_by: {
    value: 'id',
    rows: {
      catalogs: {
        table: 'catalogs',
        name: 'name',
        where: "(pricebook_id = $2::uuid or pricebooks @> jsonb_build_array(jsonb_build_object('id', $2::text)))",
      },
    },
  },
  attributes: {
    name: text({ min: 1 }),
    description: description('Shown to sellers only.'),
    external_ref: text({ description: 'Id in another system.' }, { initial: '' }),
  },
  shows: { attributes: Timestamps.properties },
  show: (row) => ({ attributes: timestampsOf(row) }),
})

export const inPricebook: readonly Parent[] = [
  { parameter: 'pricebook_id', table: 'pricebooks', singular: 'price book' },
]
