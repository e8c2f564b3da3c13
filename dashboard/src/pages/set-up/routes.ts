import { type PageRoute, page } from '../../page-route.ts'

const ENTRIES = 'custom-apis/$custom_api_id/entries'

export const setUpRoutes: readonly PageRoute[] = [
  page(ENTRIES, () => import('./custom-entries.tsx'), 'CustomEntriesPage'),
  page(`${ENTRIES}/new`, () => import('./custom-entries.tsx'), 'CustomEntryNewPage'),
  page(`${ENTRIES}/$custom_api_entry_id`, () => import('./custom-entries.tsx'), 'CustomEntryPage', [
    page('delete', () => import('./custom-entries.tsx'), 'CustomEntryDelete'),
  ]),
  page('exports', () => import('./exports.tsx'), 'ExportsPage'),
  page('exports/new', () => import('./export-new.tsx'), 'ExportNewPage'),
  page('exports/$job_id', () => import('./export.tsx'), 'ExportPage'),
  page('settings', () => import('./settings.tsx'), 'SettingsPage', [
    page('reset', () => import('./settings-reset.tsx'), 'ResetSettingsDialog'),
  ]),
  page('settings/customers', () => import('./settings-people.tsx'), 'CustomerSettingsPage'),
  page('settings/account-members', () => import('./settings-people.tsx'), 'AccountSettingsPage'),
]
