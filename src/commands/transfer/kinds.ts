import type { Kind } from '../../client/transfer/kind.ts'
import { products } from '../../store/catalog/product.ts'
import { byReference } from '../../store/resources.ts'
import { children } from './kinds/children.ts'
import { files } from './kinds/files.ts'
import { integrations } from './kinds/integrations.ts'
import { nodeProducts } from './kinds/node-products.ts'
import { accountAuthentication, customEntries, eventTypes, gateways, settings } from './kinds/settings.ts'
import { stock } from './kinds/stock.ts'
import { kindOf } from './plain.ts'

/** All kinds that are exported and imported, each after those that it refers to. */
export const kinds: readonly Kind[] = [
  files,
  // Promotions refer to children too.
  ...byReference().flatMap((resource) => [kindOf(resource), ...(resource === products ? [children] : [])]),
  nodeProducts,
  stock,
  gateways,
  eventTypes,
  customEntries,
  // Comes last, so that new members get no accounts beyond those in the file, and addresses need not meet stricter
  // rules.
  accountAuthentication,
  settings,
  integrations,
]
