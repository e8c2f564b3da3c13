import { resourceRoutes } from '../../kit/resource/resource-routes.tsx'
import type { PageRoute } from '../../page-route.ts'

export const customerRoutes: readonly PageRoute[] = [
  ...resourceRoutes('customers', 'customer_id', async () => (await import('./customer.tsx')).customer),
  ...resourceRoutes('accounts', 'account_id', async () => (await import('./account.tsx')).account),
]
