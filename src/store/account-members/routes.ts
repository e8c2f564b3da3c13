import type { Server } from '../../http/server.ts'
import { accountMembershipsOfMember } from '../account-memberships/account-membership.ts'
import { type RouteDeps, resourceRoutes } from '../kit/routes.ts'

export function routes(server: Server, deps: RouteDeps): void {
  resourceRoutes(server, deps, accountMembershipsOfMember, ['list', 'get'])
}
