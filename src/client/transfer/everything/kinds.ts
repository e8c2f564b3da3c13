import type { Kind } from './kind.ts'
import * as catalog from './kinds/catalog.ts'
import { children } from './kinds/children.ts'
import { files } from './kinds/files.ts'
import { nodeProducts } from './kinds/node-products.ts'
import * as people from './kinds/people.ts'
import * as settings from './kinds/settings.ts'
import { stock } from './kinds/stock.ts'

/** Everything that is exported and imported, each kind after those that it refers to. */
export const kinds: readonly Kind[] = [
  settings.currencies,
  settings.taxClasses,
  settings.taxZones,
  settings.taxRates,
  settings.shippingOptions,
  settings.gateways,
  settings.eventTypes,
  settings.customApis,
  settings.customFields,
  files,
  catalog.variations,
  catalog.variationOptions,
  catalog.variationModifiers,
  catalog.products,
  children,
  catalog.hierarchies,
  catalog.nodes,
  nodeProducts,
  catalog.pricebooks,
  catalog.prices,
  catalog.priceModifiers,
  stock,
  people.customers,
  people.customerAddresses,
  people.realms,
  people.passwordProfiles,
  people.users,
  people.usernames,
  people.accountMembers,
  people.accounts,
  people.accountAddresses,
  people.accountMemberships,
  catalog.catalogs,
  catalog.catalogRules,
  catalog.promotions,
  catalog.coupons,
  settings.customEntries,
  // Only now: new members get no accounts beside those of the file, and addresses need no more than they had.
  settings.accountAuthentication,
  settings.settings,
  settings.integrations,
]

export function findKind(name: string): Kind | undefined {
  return kinds.find((kind) => kind.name === name)
}
