import { resourceRoutes } from '../../kit/resource/resource-routes.tsx'
import { type PageRoute, page } from '../../page-route.ts'
import { deliveryRoutes, runRoutes } from '../deliveries/routes.ts'

export const integrationRoutes: readonly PageRoute[] = [
  page('integrations', () => import('./integrations.tsx'), 'IntegrationsPage'),
  ...runRoutes,
  page('integrations/new', () => import('./create/integration-create.tsx'), 'IntegrationCreate', [
    page('/', () => import('./create/create-type.tsx'), 'TypeStep'),
    page('type', () => import('./create/create-type.tsx'), 'TypeStep'),
    page('events', () => import('./create/create-events.tsx'), 'EventsStep'),
    page('target', () => import('./create/create-target.tsx'), 'TargetStep'),
    page('check', () => import('./create/create-check.tsx'), 'CheckStep'),
    page('done', () => import('./create/create-done.tsx'), 'DoneStep'),
  ]),
  page('integrations/$integration', () => import('./integration.tsx'), 'IntegrationLayout', [
    page('/', () => import('./health/health.tsx'), 'HealthPage'),
    page('settings', () => import('./settings.tsx'), 'SettingsPage'),
    page('secret', () => import('./secret/secret.tsx'), 'SecretPage', [
      page('rotate', () => import('./secret/secret-rotate.tsx'), 'RotateDialog'),
      page('end-previous', () => import('./secret/secret-end-previous.tsx'), 'EndPreviousDialog'),
    ]),
    page('disable', () => import('./integration-disable.tsx'), 'DisablePage'),
    page('delete', () => import('./integration-delete.tsx'), 'DeletePage'),
    ...deliveryRoutes,
  ]),
  ...resourceRoutes('alerts', 'alert_id', async () => (await import('./alerts/alerts.tsx')).alerts),
]
