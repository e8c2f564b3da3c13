import type { QueryClient } from '@tanstack/react-query'
import {
  type AnyRoute,
  createRootRouteWithContext,
  createRoute,
  createRouter,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { PAGE_BASE } from './api/base.ts'
import { isLoggedOut, type Session } from './api/session.ts'
import { ErrorPage, NotFoundPage } from './frame/error-pages.tsx'
import { LoggedInFrame, ScopeFrame } from './frame/frames.tsx'
import { currentSessionOptions, firstScope } from './frame/session-state.tsx'
import { parseSearch, printSearch } from './kit/address-state.ts'
import { currentPreferences } from './kit/preferences.ts'
import type { PageRoute } from './page-route.ts'
import { entryRoutes } from './pages/entry/routes.ts'
import { OF_A_SCOPE, OF_NO_SCOPE } from './site-map.ts'

type Context = { session: Session; queries: QueryClient }

const root = createRootRouteWithContext<Context>()({ component: Outlet, notFoundComponent: NotFoundPage })

/** Everything below requires a logged-in person. */
const app = createRoute({
  getParentRoute: () => root,
  id: 'app',
  beforeLoad: async ({ context: { session, queries }, location }) => {
    try {
      const { data } = await queries.ensureQueryData(currentSessionOptions(session))
      return { current: data }
    } catch (error) {
      if (!isLoggedOut(error)) throw error
      throw redirect({ to: '/login', search: { next: location.href } })
    }
  },
  component: Inside,
})

function Inside(): ReactNode {
  return <LoggedInFrame {...app.useRouteContext()} />
}

const start = createRoute({
  getParentRoute: () => app,
  path: '/',
  beforeLoad: ({ context: { current } }) => {
    throw redirect({ to: firstScope(current, currentPreferences().scope) ?? '/system/overview', replace: true })
  },
})

const scope = createRoute({ getParentRoute: () => app, path: '$level/$owner', component: ScopeFrame })

function attach(parent: AnyRoute, pages: readonly PageRoute[]): AnyRoute[] {
  return pages.map(({ path, component, children }) => {
    const route = createRoute({ getParentRoute: () => parent, path, component })
    return children.length === 0 ? route : route.addChildren(attach(route, children))
  })
}

/** Keeps the navigation around the "not found" page of a logged-in person. */
const noPage = (parent: AnyRoute) => createRoute({ getParentRoute: () => parent, path: '$', component: NotFoundPage })

export function makeRouter(context: Context) {
  const scoped = scope.addChildren([...attach(scope, OF_A_SCOPE), noPage(scope)])
  const inside = app.addChildren([start, scoped, ...attach(app, OF_NO_SCOPE), noPage(app)])
  return createRouter({
    routeTree: root.addChildren([...attach(root, entryRoutes), inside]),
    context,
    basepath: PAGE_BASE.pathname,
    parseSearch,
    stringifySearch: printSearch,
    defaultErrorComponent: ErrorPage,
    defaultNotFoundComponent: NotFoundPage,
    defaultPreload: 'intent',
    scrollRestoration: true,
  })
}
