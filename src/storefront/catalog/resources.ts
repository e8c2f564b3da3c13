import type { StorefrontResource } from '../context.ts'
import { itemResources } from './items.ts'
import { lookupResources } from './lookups.ts'
import { navigationResources } from './navigations.ts'
import { recommendationResources } from './recommendations.ts'
import { searchResources } from './searches.ts'

export const catalogResources: readonly StorefrontResource[] = [
  ...searchResources,
  ...lookupResources,
  ...navigationResources,
  ...recommendationResources,
  ...itemResources,
]
