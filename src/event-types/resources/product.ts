import { LIFECYCLE, outsideEventsOf } from './outside.ts'

const product = {
  entity: 'Product',
  prefix: 'product',
  type: 'product',
  attributes: { name: 'Larch Desk Lamp', sku: 'LAMP-LARCH', status: 'live' },
} as const

const brand = {
  entity: 'Brand',
  prefix: 'brand',
  type: 'brand',
  attributes: { name: 'Juniper Street', slug: 'juniper-street' },
} as const

const category = {
  entity: 'Category',
  prefix: 'category',
  type: 'category',
  attributes: { name: 'Lighting', slug: 'lighting' },
} as const

const collection = {
  entity: 'Collection',
  prefix: 'collection',
  type: 'collection',
  attributes: { name: 'Spring', slug: 'spring' },
} as const

/** Events of external catalogs: this store's own products reach observers through catalog releases. */
export const productEvents = [product, brand, category, collection].flatMap((resource) =>
  outsideEventsOf(resource, LIFECYCLE),
)
