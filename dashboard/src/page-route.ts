import { lazyRouteComponent } from '@tanstack/react-router'
import { unreachable } from './api/problem.ts'

/** An address and the page that is loaded for it; its children are shown in the `<Outlet>` of the page. */
export type PageRoute = {
  path: string
  component: ReturnType<typeof lazyRouteComponent>
  children: readonly PageRoute[]
}

/** A line of the site map: the address below the one above it, the file of the page, and the name of its component. */
export function page<M extends Record<string, unknown>, K extends keyof M & string>(
  path: string,
  load: () => Promise<M>,
  name: K,
  children: readonly PageRoute[] = [],
): PageRoute {
  return { path, component: lazyComponent(load as () => Promise<Record<string, never>>, name), children }
}

/** A component of a part that may not be there to be loaded, as it is without a connection. */
export function lazyComponent(load: () => Promise<Record<string, never>>, name: string): PageRoute['component'] {
  return lazyRouteComponent(
    () =>
      load().catch(async (error: unknown) => {
        // Without a server there is no newer version to load either. The map of pages is read outside of browsers, too.
        const { isServed } = await import('./api/connection.ts')
        throw (await isServed()) ? error : unreachable()
      }),
    name,
  )
}
