import { type PageRoute, page } from '../../page-route.ts'

export const integrationRoutes: readonly PageRoute[] = [
  page('integrations', () => import('./integrations.tsx'), 'IntegrationsPage'),
]
