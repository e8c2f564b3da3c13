import { resource } from '../kit/resource/resource.ts'

/** Used in fields that reference integrations; the pages are handwritten. */
export const integrations = resource({
  address: 'integrations',
  list: '/v2/integrations',
  one: '/v2/integrations/{integration_id}',
  label: { one: 'integration', many: 'integrations' },
  pages: [],
  about: 'Systems that receive this store’s events.',
  columns: ['name'],
})
