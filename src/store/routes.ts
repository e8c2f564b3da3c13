import type { Access } from '../access/access.ts'
import type { Server } from '../http/server.ts'
import { routes as accountMemberRoutes } from './account-members/routes.ts'
import { routes as accountTokenRoutes } from './account-tokens/routes.ts'
import { routes as oneTimePasswordRoutes } from './authentication/one-time-passwords/routes.ts'
import { routes as authenticationRoutes } from './authentication/routes.ts'
import { couponRoutes } from './carts/coupon-routes.ts'
import { itemRoutes } from './carts/items/routes.ts'
import { taxItemRoutes } from './carts/items/tax-routes.ts'
import { routes as cartRoutes } from './carts/routes.ts'
import { routes as catalogRoutes } from './catalog/routes.ts'
import { dryRunRoutes } from './checkout/dry-run-routes.ts'
import { routes as checkoutRoutes } from './checkout/routes.ts'
import { routes as customEntryRoutes } from './custom-apis/routes.ts'
import { routes as customerRoutes } from './customers/routes.ts'
import { routes as exportRoutes } from './exports/routes.ts'
import type { FileDeps } from './files/create.ts'
import { routes as fileRoutes } from './files/routes.ts'
import { routes as gatewayRoutes } from './gateways/routes.ts'
import type { GatewayDeps } from './gateways/update.ts'
import { routes as inventoryRoutes } from './inventory/routes.ts'
import { type RouteDeps, resourceRoutes } from './kit/routes.ts'
import { routes as noteRoutes } from './orders/notes/routes.ts'
import { routes as paymentRoutes } from './orders/payments/routes.ts'
import { routes as orderRoutes } from './orders/routes.ts'
import { routes as shipmentRoutes } from './orders/shipments/routes.ts'
import { routes as promotionRoutes } from './promotions/routes.ts'
import { routes as releasedCatalogRoutes } from './released-catalogs/routes.ts'
import { resources } from './resources.ts'
import { routes as settingsRoutes } from './settings/routes.ts'

/** Modules with routes beyond those of the kit. */
const modules = [
  inventoryRoutes,
  customEntryRoutes,
  customerRoutes,
  accountMemberRoutes,
  accountTokenRoutes,
  oneTimePasswordRoutes,
  catalogRoutes,
  releasedCatalogRoutes,
  cartRoutes,
  itemRoutes,
  taxItemRoutes,
  couponRoutes,
  checkoutRoutes,
  dryRunRoutes,
  orderRoutes,
  shipmentRoutes,
  paymentRoutes,
  noteRoutes,
  promotionRoutes,
]

export function routes(
  server: Server,
  deps: RouteDeps & GatewayDeps & FileDeps & Pick<Access, 'issue' | 'failures' | 'newCarts'>,
): void {
  settingsRoutes(server, deps)
  gatewayRoutes(server, deps)
  fileRoutes(server, deps)
  exportRoutes(server, deps)
  authenticationRoutes(server, deps)
  for (const resource of resources) resourceRoutes(server, deps, resource)
  for (const register of modules) register(server, deps)
}
