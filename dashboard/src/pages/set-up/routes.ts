import { resourceRoutes } from '../../kit/resource/resource-routes.tsx'
import { type PageRoute, page } from '../../page-route.ts'

const ENTRIES = 'custom-apis/$custom_api_id/entries'

export const setUpRoutes: readonly PageRoute[] = [
  ...resourceRoutes('taxes/rates', 'tax_rate_id', async () => (await import('../../resources/tax-rates.ts')).taxRates),
  ...resourceRoutes(
    'taxes/classes',
    'tax_class_id',
    async () => (await import('../../resources/tax-classes.ts')).taxClasses,
  ),
  ...resourceRoutes('taxes/zones', 'tax_zone_id', async () => (await import('../../resources/tax-zones.ts')).taxZones),
  ...resourceRoutes(
    'shipping-options',
    'shipping_option_id',
    async () => (await import('../../resources/shipping-options.ts')).shippingOptions,
  ),
  ...resourceRoutes(
    'currencies',
    'currency_id',
    async () => (await import('../../resources/currencies.ts')).currencies,
  ),
  ...resourceRoutes('gateways', 'gateway_slug', async () => (await import('../../resources/gateways.ts')).gateways),
  ...resourceRoutes(
    'custom-apis',
    'custom_api_id',
    async () => (await import('../../resources/custom-apis.ts')).customApis,
  ),
  ...resourceRoutes(
    'custom-apis/{custom_api_id}/fields',
    'custom_field_id',
    async () => (await import('../../resources/custom-fields.ts')).customFields,
  ),
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
