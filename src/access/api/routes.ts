import type { Server } from '../../http/server.ts'
import { keyRoutes } from './key-routes.ts'
import { organizationRoutes } from './organization-routes.ts'
import { roleRoutes } from './role-routes.ts'
import { storeRoutes } from './store-routes.ts'

export function administrationRoutes(
  server: Server,
  deps: Parameters<typeof keyRoutes>[1] & Parameters<typeof storeRoutes>[1],
): void {
  keyRoutes(server, deps)
  roleRoutes(server, deps)
  storeRoutes(server, deps)
  organizationRoutes(server, deps)
}
