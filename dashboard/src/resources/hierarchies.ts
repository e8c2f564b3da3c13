import { attributeColumn, attributeName } from '../kit/resource/columns.tsx'
import { resource } from '../kit/resource/resource.ts'

export const hierarchies = resource({
  address: 'hierarchies',
  list: '/v2/hierarchies',
  one: '/v2/hierarchies/{hierarchy_id}',
  label: { one: 'hierarchy', many: 'hierarchies' },
  about: 'Trees of nodes, such as the departments of a shop. Products are placed in nodes.',
  title: attributeName,
  columns: [attributeColumn('name'), attributeColumn('description', { card: true }), attributeColumn('slug')],
  order: ['name', 'slug', 'description'],
})
