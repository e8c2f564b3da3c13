import { attributeColumn, attributeName } from '../kit/resource/columns.tsx'
import { resource } from '../kit/resource/resource.ts'
import { hierarchies } from './hierarchies.ts'
import { priceBooks } from './price-books.ts'

export const catalogs = resource({
  address: 'catalogs',
  list: '/v2/catalogs',
  one: '/v2/catalogs/{catalog_id}',
  label: { one: 'catalog', many: 'catalogs' },
  pages: ['list', 'new'],
  about: 'Hierarchies of products with the prices of price books. Shoppers see the latest published release.',
  title: attributeName,
  columns: [
    attributeColumn('name'),
    attributeColumn('description', { card: 'named' }),
    attributeColumn('locale', { width: '110px' }),
  ],
  form: ({ one, several }) => ({
    hierarchies: several(hierarchies),
    hierarchy_ids: { ...several(hierarchies), label: 'Hierarchies' },
    pricebook_id: { ...one(priceBooks), label: 'Price book' },
    pricebooks: { label: 'Price books by priority' },
    'pricebooks.*.id': { ...one(priceBooks), label: 'Price book' },
    'pricebook_ids.*.id': one(priceBooks),
  }),
  order: ['name', 'locale', 'description', 'hierarchies', 'hierarchy_ids', 'pricebook_id'],
  beside: [
    { label: 'Catalogs', address: 'catalogs' },
    { label: 'Rules', address: 'catalogs/rules' },
  ],
})
