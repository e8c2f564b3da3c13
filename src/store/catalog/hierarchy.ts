import { Timestamps } from '../../kernel/schemas.ts'
import { defineResource, timestampsOf } from '../kit/resource.ts'
import { text } from '../kit/values/attribute.ts'
import { locales } from './locales.ts'
import { admin_attributes, shopper_attributes } from './merchant-attributes.ts'
import { description, slug } from './product.ts'

/** Attributes shared by live and released hierarchies. */
export const hierarchyAttributes = {
  name: text({ min: 1 }),
  slug: slug(),
  description: description('Shown to shoppers.'),
  locales,
  shopper_attributes,
}

/** A tree of nodes that contain products. Deleting it deletes its nodes. */
export const hierarchies = defineResource({
  type: 'hierarchy',
  singular: 'hierarchy',
  plural: 'hierarchies',
  tag: 'Hierarchies',
  area: 'catalog',
  reports_unknown: true,
  table: 'hierarchies',
  path: '/hierarchies',
  event: null,
  level: 'any',
  frame: 'attributes',
  key: ['slug'],
  used_by: {
    value: 'id',
    rows: { catalogs: { table: 'catalogs', name: 'name', where: '$2 = any(hierarchy_ids)' } },
  },
  attributes: { ...hierarchyAttributes, admin_attributes },
  shows: { attributes: Timestamps.properties, meta: Timestamps.properties },
  show: (row) => ({ attributes: timestampsOf(row), meta: timestampsOf(row) }),
  constraints: {
    hierarchies_slug: {
      code: 'conflict',
      detail: 'Another hierarchy has this slug.',
      pointer: '/data/attributes/slug',
    },
  },
})
