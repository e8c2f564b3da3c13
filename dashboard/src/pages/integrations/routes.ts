import { resourceRoutes } from '../../kit/resource/resource-routes.tsx'
import { type PageRoute, page } from '../../page-route.ts'
import { deliveryRoutes, runRoutes } from '../deliveries/routes.ts'

export const integrationRoutes: readonly PageRoute[] = [
  page('integrations', () => import('./integrations.tsx'), 'IntegrationsPage'),
  ...runRoutes,
  page('integrations/new', () => import('./integration-create.tsx'), 'IntegrationCreate', [
    page('/', () => import('./create-type.tsx'), 'TypeStep'),
    page('type', () => import('./create-type.tsx'), 'TypeStep'),
    page('events', () => import('./create-events.tsx'), 'EventsStep'),
    page('target', () => import('./create-target.tsx'), 'TargetStep'),
    page('check', () => import('./create-check.tsx'), 'CheckStep'),
    page('done', () => import('./create-done.tsx'), 'DoneStep'),
  ]),
  page('integrations/$integration', () => import('./integration.tsx'), 'IntegrationLayout', [
    page('/', () => import('./health.tsx'), 'HealthPage'),
    page('settings', () => import('./settings.tsx'), 'SettingsPage'),
    page('secret', () => import('./secret.tsx'), 'SecretPage'),
    ...deliveryRoutes,
  ]),
  ...resourceRoutes('alerts', 'alert_id', async () => (await import('./alerts.tsx')).alerts),
]
