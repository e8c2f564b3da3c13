import { entryEvents } from '../kit/resource/custom-events.tsx'
import { resource } from '../kit/resource/resource.ts'

const FIELDS = { label: 'Fields', address: 'custom-apis/{custom_api_id}/fields' }
const ENTRIES = { label: 'Entries', address: 'custom-apis/{custom_api_id}/entries' }

export const customApis = resource({
  address: 'custom-apis',
  list: '/v2/settings/extensions/custom-apis',
  one: '/v2/settings/extensions/custom-apis/{custom_api_id}',
  label: { one: 'custom API', many: 'custom APIs' },
  about: 'Your own resources, with fields of your choice. Their entries have an API and events.',
  columns: ['name', 'api_type', 'slug', 'description'],
  form: () => ({
    description: { kind: 'longText' },
    api_type: { help: 'The `type` of its entries, such as `wishlist_ext`; their events are named by it. It is fixed.' },
  }),
  below: () => [FIELDS, ENTRIES],
  detail: (row) => entryEvents(row.api_type),
  dependents: [
    {
      label: { one: 'field', many: 'fields' },
      counted: '/v2/settings/extensions/custom-apis/{custom_api_id}/fields',
      address: FIELDS.address,
      isDeleted: true,
    },
    {
      label: { one: 'entry', many: 'entries' },
      counted: '/v2/settings/extensions/custom-apis/{custom_api_id}/entries',
      address: ENTRIES.address,
      isDeleted: true,
    },
  ],
})
