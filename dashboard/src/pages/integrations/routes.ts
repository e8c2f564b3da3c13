import { type PageRoute, page } from '../../page-route.ts'
import { deliveryRoutes, runRoutes } from '../deliveries/routes.ts'

export const integrationRoutes: readonly PageRoute[] = [
  page('integrations', () => import('./integrations.tsx'), 'IntegrationsPage'),
  ...runRoutes,
  page('integrations/$integration', () => import('./integration.tsx'), 'IntegrationLayout', [
    page('/', () => import('./health.tsx'), 'HealthPage'),
    ...deliveryRoutes,
  ]),
]
