import { resourceRoutes } from '../../kit/resource/resource-routes.tsx'
import type { PageRoute } from '../../page-route.ts'

export const setUpRoutes: readonly PageRoute[] = [
  ...resourceRoutes('taxes/rates', 'tax_rate_id', async () => (await import('../../resources/tax-rates.ts')).taxRates),
  ...resourceRoutes(
    'taxes/classes',
    'tax_class_id',
    async () => (await import('../../resources/tax-classes.ts')).taxClasses,
  ),
]
