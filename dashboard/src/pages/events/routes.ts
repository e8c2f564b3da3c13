import { type PageRoute, page } from '../../page-route.ts'

export const eventRoutes: readonly PageRoute[] = [
  page('events', () => import('./events.tsx'), 'EventsPage'),
  page('events/publish', () => import('./publish/publish.tsx'), 'PublishPage'),
  page('events/types', () => import('./types/types.tsx'), 'EventTypesPage'),
  page('events/types/new', () => import('./types/type-edit.tsx'), 'EventTypeEditPage'),
  page('events/types/$key/edit', () => import('./types/type-edit.tsx'), 'EventTypeEditPage'),
  page('events/types/$key', () => import('./types/type.tsx'), 'EventTypePage', [
    page('delete', () => import('./types/type-delete.tsx'), 'EventTypeDeletePage'),
  ]),
  page('events/$event', () => import('./event.tsx'), 'EventPage'),
]
