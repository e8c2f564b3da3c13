import { attributeColumn, attributeName } from '../kit/resource/columns.tsx'
import { resource } from '../kit/resource/resource.ts'
import { variations } from './variations.ts'

export const variationOptions = resource({
  address: 'variations/{product_variation_id}/options',
  list: '/v2/variations/{product_variation_id}/options',
  one: '/v2/variations/{product_variation_id}/options/{product_variation_option_id}',
  label: { one: 'option', many: 'options' },
  about: 'The values of a variation, such as small, medium and large.',
  parent: variations,
  title: attributeName,
  columns: [
    attributeColumn('name'),
    attributeColumn('description'),
    attributeColumn('sort_order', { align: 'end', width: '120px' }),
  ],
  order: ['name', 'description', 'sort_order'],
  below: () => [
    {
      label: 'Modifiers',
      address: 'variations/{product_variation_id}/options/{product_variation_option_id}/modifiers',
    },
  ],
})
