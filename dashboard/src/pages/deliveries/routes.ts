import type { PageRoute } from '../../page-route.ts'

/** Below the address of one integration. */
export const deliveryRoutes: readonly PageRoute[] = []
/** Beside the integrations. */
export const runRoutes: readonly PageRoute[] = []
