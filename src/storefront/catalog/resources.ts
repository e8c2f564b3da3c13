import type { Resource } from '../hypermedia/resource.ts'
import type { Shop } from '../shop.ts'
import { itemResources } from './items.ts'
import { lookupResources } from './lookups.ts'
import { navigationResources } from './navigations.ts'
import { searchResources } from './searches.ts'

/** The ways to items, and items. */
export const catalogResources: readonly Resource<Shop>[] = [
  ...searchResources,
  ...lookupResources,
  ...navigationResources,
  ...itemResources,
]
