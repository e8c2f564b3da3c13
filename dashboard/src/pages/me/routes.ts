import { type PageRoute, page } from '../../page-route.ts'

export const meRoutes: readonly PageRoute[] = [page('me', () => import('./me.tsx'), 'MePage')]
