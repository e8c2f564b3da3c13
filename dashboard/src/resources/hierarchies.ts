import { attributeColumn, attributeName } from '../kit/resource/columns.tsx'
import { resource } from '../kit/resource/resource.ts'
import { HIERARCHIES_ABOUT } from '../messages/en.ts'

export const hierarchies = resource({
  address: 'hierarchies',
  list: '/v2/hierarchies',
  one: '/v2/hierarchies/{hierarchy_id}',
  label: { one: 'hierarchy', many: 'hierarchies' },
  pages: [],
  about: HIERARCHIES_ABOUT,
  title: attributeName,
  columns: [attributeColumn('name'), attributeColumn('description', { card: 'named' }), attributeColumn('slug')],
  order: ['name', 'slug', 'description'],
})
