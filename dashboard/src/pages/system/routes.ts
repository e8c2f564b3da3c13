import { type PageRoute, page } from '../../page-route.ts'

export const systemRoutes: readonly PageRoute[] = [
  page('system', () => import('./system.tsx'), 'SystemPage', [
    page('/', () => import('./overview.tsx'), 'OverviewPage'),
    page('overview', () => import('./overview.tsx'), 'OverviewPage'),
    page('workers', () => import('./workers.tsx'), 'WorkersPage'),
    page('stores', () => import('./stores.tsx'), 'StoresPage', [
      page('new', () => import('./organization-create.tsx'), 'OrganizationCreatePage'),
    ]),
    page('database', () => import('./database.tsx'), 'DatabasePage'),
    page('broker', () => import('./broker.tsx'), 'BrokerPage'),
  ]),
]
