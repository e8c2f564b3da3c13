import type { Server } from '../../http/server.ts'
import type { RouteDeps } from '../kit/routes.ts'
import { batchRoutes } from './batches/routes.ts'
import { routes as placementRoutes } from './placement-routes.ts'
import { fileRoutes } from './products/file-routes.ts'
import { routes as releaseRoutes } from './releases/routes.ts'
import { attachRoutes } from './tree/attach-routes.ts'
import { treeRoutes } from './tree/routes.ts'
import { variationRoutes } from './variations/routes.ts'

export function routes(server: Server, deps: RouteDeps): void {
  placementRoutes(server, deps)
  attachRoutes(server, deps)
  treeRoutes(server, deps)
  fileRoutes(server, deps)
  variationRoutes(server, deps)
  batchRoutes(server, deps)
  releaseRoutes(server, deps)
}
