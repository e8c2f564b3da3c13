import { attributeColumn, attributeName } from '../kit/resource/columns.tsx'
import { resource } from '../kit/resource/resource.ts'

export const variations = resource({
  address: 'variations',
  list: '/v2/variations',
  one: '/v2/variations/{product_variation_id}',
  label: { one: 'variation', many: 'variations' },
  about: 'How the children of a product differ, such as by size or color.',
  title: attributeName,
  columns: [attributeColumn('name'), attributeColumn('sort_order', { align: 'end', width: '120px' })],
  order: ['name', 'sort_order'],
  below: () => [{ label: 'Options', address: 'variations/{product_variation_id}/options' }],
})
