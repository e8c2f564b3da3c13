import { resource } from '../kit/resource/resource.ts'

/** For fields that name integrations; their pages are made by hand. */
export const integrations = resource({
  address: 'integrations',
  list: '/v2/integrations',
  one: '/v2/integrations/{integration_id}',
  label: { one: 'integration', many: 'integrations' },
  pages: [],
  about: 'Systems that receive this store’s events.',
  columns: ['name'],
})
