import { cartResources } from './carts/resources.ts'
import { catalogResources } from './catalog/resources.ts'
import type { StorefrontContext } from './context.ts'
import { geographyResources } from './geographies/resources.ts'
import { describeResources } from './hypermedia/describe.ts'
import { createRegistry } from './hypermedia/resource.ts'
import { orderResources } from './orders/resources.ts'
import { profileResources } from './profiles/resources.ts'
import { purchaseResources } from './purchases/resources.ts'
import { RELATIONS } from './relations.ts'
import { root } from './root.ts'
import { shopperResources } from './shoppers/resources.ts'
import { wishlistResources } from './wishlists/resources.ts'

/** All resources in document order. Relations refer to them by name. */
export const registry = createRegistry<StorefrontContext>([
  root,
  ...catalogResources,
  ...cartResources,
  ...wishlistResources,
  ...orderResources,
  ...shopperResources,
  ...purchaseResources,
  ...geographyResources,
  ...profileResources,
])

export function storefrontDescription() {
  return describeResources(registry, RELATIONS, {
    // Relative, so that it leads to the schema from both the served document and the repository's copy.
    $schema: './storefront.schema.json',
    title: 'The storefront',
    description:
      'The resources of the storefront, their members, links and operations. It lists no addresses, since they can change: ' +
      'clients start at the entry and follow links by their relation.',
    entry: root.name,
  })
}
