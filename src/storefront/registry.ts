import { cartResources } from './carts/resources.ts'
import { catalogResources } from './catalog/resources.ts'
import type { StorefrontContext } from './context.ts'
import { geographyResources } from './geographies/resources.ts'
import { createRegistry } from './hypermedia/resource.ts'
import { orderResources } from './orders/resources.ts'
import { profileResources } from './profiles/resources.ts'
import { purchaseResources } from './purchases/resources.ts'
import { root } from './root.ts'
import { shopperResources } from './shoppers/resources.ts'

/** All resources, in the order in which documents list them; relations refer to them by name. */
export const registry = createRegistry<StorefrontContext>([
  root,
  ...catalogResources,
  ...cartResources,
  ...orderResources,
  ...shopperResources,
  ...purchaseResources,
  ...geographyResources,
  ...profileResources,
])
