import { lazyRouteComponent } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { unreachable } from './api/problem.ts'

/** An address and its lazy page; children are rendered in the page's `<Outlet>`. */
export type PageRoute = {
  path: string
  component: ReturnType<typeof lazyRouteComponent>
  children: readonly PageRoute[]
}

type View = () => ReactNode

/** Entry of the site map: path below the parent, module of the page, and name of its component. */
export function page<M extends Record<string, unknown>, K extends keyof M & string>(
  path: string,
  load: () => Promise<M>,
  name: K,
  children: readonly PageRoute[] = [],
): PageRoute {
  return { path, component: lazyComponent(load as () => Promise<Record<string, View>>, name), children }
}

/** Lazy component that reports a lost connection when its module cannot be loaded. */
export function lazyComponent(load: () => Promise<Record<string, View>>, name: string): PageRoute['component'] {
  return lazyRouteComponent(
    () =>
      load().catch(async (error: unknown) => {
        // Reloading cannot help while the server is down. The import is dynamic because the site map is also read
        // outside browsers.
        const { isServed } = await import('./api/connection.ts')
        throw (await isServed()) ? error : unreachable()
      }),
    name,
  )
}
