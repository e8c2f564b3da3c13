import type { Access } from '../access/access.ts'
import type { IsUnavailable } from '../http/problem.ts'
import type { Server } from '../http/server.ts'
import type { WriteDeps } from '../store/kit/operations.ts'
import { openContext } from './context.ts'
import { serveExplorer } from './explorer/serve.ts'
import { openHolding, reportSearches } from './holding.ts'
import { describeGraph } from './hypermedia/graph.ts'
import { serveResources } from './hypermedia/serve.ts'
import { registry } from './registry.ts'
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
  const { base_url, allowed_bases, isUnavailable } = deps
  const options = {
    registry,
    own_base: base_url.replace(/\/v2$/, '/storefront'),
    allowed_bases,
    openContext: openContext.bind(null, deps),
    isUnavailable,
    openHolding,
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
      serveExplorer(storefront)
    },
    { prefix: '/storefront' },
  )
}
