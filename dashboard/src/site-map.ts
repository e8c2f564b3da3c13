import { PLAIN_ROUTES } from './generated/plain-resources.ts'
import type { PageRoute } from './page-route.ts'
import { accessRoutes } from './pages/access/routes.ts'
import { cartRoutes } from './pages/carts/routes.ts'
import { catalogRoutes } from './pages/catalog/routes.ts'
import { customerRoutes } from './pages/customers/routes.ts'
import { eventRoutes } from './pages/events/routes.ts'
import { homeRoutes } from './pages/home/routes.ts'
import { integrationRoutes } from './pages/integrations/routes.ts'
import { meRoutes } from './pages/me/routes.ts'
import { orderRoutes } from './pages/orders/routes.ts'
import { promotionRoutes } from './pages/promotions/routes.ts'
import { setUpRoutes } from './pages/set-up/routes.ts'
import { systemRoutes } from './pages/system/routes.ts'

/**
 * Pages of a store or of the organization. Each area declares its own addresses; a plain resource declares them itself.
 */
export const OF_A_SCOPE: readonly PageRoute[] = [
  ...homeRoutes,
  ...integrationRoutes,
  ...eventRoutes,
  ...orderRoutes,
  ...cartRoutes,
  ...customerRoutes,
  ...setUpRoutes,
  ...catalogRoutes,
  ...promotionRoutes,
  ...accessRoutes,
  ...PLAIN_ROUTES,
]

/** Pages for logged-in people that belong to no store. */
export const OF_NO_SCOPE: readonly PageRoute[] = [...meRoutes, ...systemRoutes]
