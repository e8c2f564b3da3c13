import { attributeColumn, attributeName } from '../kit/resource/columns.tsx'
import { resource } from '../kit/resource/resource.ts'

export const priceModifiers = resource({
  address: 'pricebooks/{pricebook_id}/modifiers',
  list: '/v2/pricebooks/{pricebook_id}/modifiers',
  one: '/v2/pricebooks/{pricebook_id}/modifiers/{price_modifier_id}',
  label: { one: 'price modifier', many: 'price modifiers' },
  about: 'What an option of a product adds to its price, or takes from it.',
  title: attributeName,
  columns: [attributeColumn('name'), attributeColumn('modifier_type', { card: 'named' })],
  form: () => ({ currencies: { keyLabel: 'Currency' }, 'currencies.*.amount': { kind: 'money' } }),
  order: ['name', 'modifier_type', 'currencies'],
})
