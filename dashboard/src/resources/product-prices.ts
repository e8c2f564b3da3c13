import { attributeColumn } from '../kit/resource/columns.tsx'
import { resource } from '../kit/resource/resource.ts'

export const productPrices = resource({
  address: 'pricebooks/{pricebook_id}/prices',
  list: '/v2/pricebooks/{pricebook_id}/prices',
  one: '/v2/pricebooks/{pricebook_id}/prices/{product_price_id}',
  label: { one: 'price', many: 'prices' },
  pages: ['new', 'one'],
  about: 'What a product costs, by its SKU and by currency.',
  title: ({ attributes }) => attributes.sku,
  columns: [attributeColumn('sku')],
  form: () => ({
    sku: { label: 'SKU' },
    currencies: { keyLabel: 'Currency' },
    'currencies.*.amount': { kind: 'money' },
    'currencies.*.sale_amount': { kind: 'money' },
  }),
  order: ['sku', 'currencies', 'valid_from', 'valid_to'],
})
