import { type PageRoute, page } from '../../page-route.ts'

export const homeRoutes: readonly PageRoute[] = [page('/', () => import('./home.tsx'), 'HomePage')]
