import { attributeColumn, attributeName } from '../kit/resource/columns.tsx'
import { resource } from '../kit/resource/resource.ts'

export const priceBooks = resource({
  address: 'pricebooks',
  list: '/v2/pricebooks',
  one: '/v2/pricebooks/{pricebook_id}',
  label: { one: 'price book', many: 'price books' },
  about: 'Prices of products by currency. A catalog sells at the prices of its price books.',
  title: attributeName,
  columns: [
    attributeColumn('name'),
    attributeColumn('description', { card: 'named' }),
    attributeColumn('external_ref'),
  ],
  order: ['name', 'external_ref', 'description'],
  below: () => [
    { label: 'Prices', address: 'pricebooks/{pricebook_id}/prices' },
    { label: 'Price modifiers', address: 'pricebooks/{pricebook_id}/modifiers' },
  ],
})
