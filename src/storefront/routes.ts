import type { Access } from '../access/access.ts'
import type { IsUnavailable } from '../http/problem.ts'
import type { Server } from '../http/server.ts'
import type { StoreDeps } from '../store/kit/work.ts'
import { cartResources } from './carts/resources.ts'
import { catalogResources } from './catalog/resources.ts'
import { serveExplorer } from './explorer/serve.ts'
import { geographyResources } from './geographies/resources.ts'
import { graphOf } from './hypermedia/graph.ts'
import { registryOf } from './hypermedia/resource.ts'
import { serveResources } from './hypermedia/serve.ts'
import { orderResources } from './orders/resources.ts'
import { profileResources } from './profiles/resources.ts'
import { purchaseResources } from './purchases/resources.ts'
import { root } from './root.ts'
import { openShop, type Shop } from './shop.ts'
import { shopperResources } from './shoppers/resources.ts'
import { tokenRoutes } from './tokens.ts'

export type StorefrontDeps = StoreDeps & {
  access: Access
  isUnavailable: IsUnavailable
  allowed_bases: readonly string[]
}

/** All that there is; each leads to others by name. */
const registry = registryOf<Shop>([
  root,
  ...catalogResources,
  ...cartResources,
  ...orderResources,
  ...shopperResources,
  ...purchaseResources,
  ...geographyResources,
  ...profileResources,
])

/** The hypermedia API for shops' clients, below `/storefront`. */
export function routes(server: Server, deps: StorefrontDeps): void {
  const { base_url, allowed_bases, isUnavailable } = deps
  const serving = {
    registry,
    own_base: base_url.replace(/\/v2$/, '/storefront'),
    allowed_bases,
    open: openShop.bind(null, deps),
    isUnavailable,
  }
  server.register(
    async (storefront: Server) => {
      serveResources(storefront, serving)
      tokenRoutes(storefront, deps)
      storefront.get('/graph', { config: { access: 'public' }, schema: { hide: true } }, async () => graphOf(registry))
      serveExplorer(storefront)
    },
    { prefix: '/storefront' },
  )
}
