import { attributeColumn } from '../kit/resource/columns.tsx'
import { resource } from '../kit/resource/resource.ts'
import { variationOptions } from './variation-options.ts'

export const variationModifiers = resource({
  address: 'variations/{product_variation_id}/options/{product_variation_option_id}/modifiers',
  list: '/v2/variations/{product_variation_id}/options/{product_variation_option_id}/modifiers',
  one: '/v2/variations/{product_variation_id}/options/{product_variation_option_id}/modifiers/{product_variation_modifier_id}',
  label: { one: 'modifier', many: 'modifiers' },
  about: 'How a child with this option differs from its product: in its name, its SKU or its price.',
  parent: variationOptions,
  title: ({ attributes }) => attributes.type,
  search: 'value',
  columns: [attributeColumn('type'), attributeColumn('value', { card: 'named' }), attributeColumn('reference_name')],
  order: ['type', 'value', 'seek', 'set', 'reference_name'],
})
