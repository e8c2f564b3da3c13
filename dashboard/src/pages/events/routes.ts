import { type PageRoute, page } from '../../page-route.ts'

export const eventRoutes: readonly PageRoute[] = [
  page('events', () => import('./events.tsx'), 'EventsPage'),
  page('events/publish', () => import('./publish.tsx'), 'PublishPage'),
  page('events/types', () => import('./types.tsx'), 'EventTypesPage'),
  page('events/types/new', () => import('./type-edit.tsx'), 'EventTypeEditPage'),
  page('events/types/$key/edit', () => import('./type-edit.tsx'), 'EventTypeEditPage'),
  page('events/types/$key', () => import('./type.tsx'), 'EventTypePage', [
    page('delete', () => import('./type-delete.tsx'), 'EventTypeDeletePage'),
  ]),
  page('events/$event', () => import('./event.tsx'), 'EventPage'),
]
