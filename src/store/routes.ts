import type { Server } from '../http/server.ts'
import { routes as inventoryRoutes } from './inventory/routes.ts'
import { routes as customEntryRoutes } from './custom-apis/routes.ts'
import { routes as gatewayRoutes } from './gateways/routes.ts'
import type { GatewayDeps } from './gateways/update.ts'
import { type RouteDeps, resourceRoutes } from './kit/routes.ts'
import { resources } from './resources.ts'
import { routes as settingsRoutes } from './settings/routes.ts'

export function routes(server: Server, deps: RouteDeps & GatewayDeps): void {
  settingsRoutes(server, deps)
  inventoryRoutes(server, deps)
  gatewayRoutes(server, deps)
  customEntryRoutes(server, deps)
  for (const resource of resources) resourceRoutes(server, deps, resource)
}
