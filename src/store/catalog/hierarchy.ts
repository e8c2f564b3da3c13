import { Timestamps } from '../../kernel/schemas.ts'
import { defineResource, timestampsOf } from '../kit/resource.ts'
import { text } from '../kit/values/attribute.ts'
import { locales } from './locales.ts'
import { description, slug } from './product.ts'

/** A tree of nodes that contain products. Deleting it deletes its nodes. */
export const hierarchies = defineResource({
  type: 'hierarchy',
  singular: 'hierarchy',
  plural: 'hierarchies',
  tag: 'Hierarchies',
  area: 'catalog',
  table: 'hierarchies',
  path: '/hierarchies',
  event: null,
  level: 'any',
  frame: 'attributes',
  attributes: { name: text({ min: 1 }), slug: slug(), description: description('Shown to shoppers.'), locales },
  shows: { attributes: Timestamps.properties },
  show: (row) => ({ attributes: timestampsOf(row) }),
  constraints: {
    hierarchies_slug: {
      code: 'conflict',
      detail: 'Another hierarchy has this slug.',
      pointer: '/data/attributes/slug',
    },
  },
})
