import type { Access } from '../access/access.ts'
import type { IsUnavailable } from '../http/problem.ts'
import type { Server } from '../http/server.ts'
import type { WriteDeps } from '../store/kit/operations.ts'
import { openContext, type StorefrontContext } from './context.ts'
import { describeGraph } from './hypermedia/graph.ts'
import { type ServeOptions, serveResources } from './hypermedia/serve.ts'
import { registry } from './registry.ts'
import { openResponseCache, reportSearches } from './response-cache.ts'
import { DESCRIPTION_PATH, serveDescription } from './serve-description.ts'
import { sortLanguages } from './texts.ts'
import { tokenRoutes } from './tokens.ts'

export type StorefrontDeps = WriteDeps & {
  access: Access
  isUnavailable: IsUnavailable
  allowed_bases: readonly string[]
}

/** The hypermedia API for shop clients, at `/storefront`. */
export function routes(server: Server, deps: StorefrontDeps): void {
  const { allowed_bases, isUnavailable } = deps
  const own_files = deps.base_url.replace(/\/v2$/, '')
  const own_base = `${own_files}/storefront`
  const options: ServeOptions<StorefrontContext> = {
    registry,
    own_base,
    allowed_bases,
    openContext: (caller, request, base) => openContext(deps, caller, request, base === own_base ? own_files : base),
    isUnavailable,
    openResponseCache,
    onRead: reportSearches,
    sortLanguages,
    description_path: DESCRIPTION_PATH,
  }
  server.register(
    async (storefront: Server) => {
      serveResources(storefront, options)
      tokenRoutes(storefront, deps)
      storefront.get('/graph', { config: { access: 'public', compressed: true }, schema: { hide: true } }, async () =>
        describeGraph(registry),
      )
      serveDescription(storefront)
    },
    { prefix: '/storefront' },
  )
}
