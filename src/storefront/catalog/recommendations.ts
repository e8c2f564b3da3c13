import type { ReleaseRef } from '../../store/catalog/sql/choose.ts'
import { nodeNeighbors } from '../../store/catalog/sql/neighbors.ts'
import { MAX_RECOMMENDED, selectBoughtTogether } from '../../store/recommendations/sql/bought-together.ts'
import type { StorefrontContext, StorefrontResource } from '../context.ts'
import { type Page, paginatedList } from '../paginated-list.ts'
import type { RELATIONS } from '../relations.ts'
import { defaultPageSize, releaseOf } from '../view.ts'
import { productReader } from './item-parts.ts'
import { ITEM_ELEMENT, itemParams, productsFor } from './products.ts'

/** A group of recommended items, keyed by its relation. */
type Group = {
  name: string
  cached: boolean
  description: string
  /** The recommended products by product id, best first. */
  select(
    context: StorefrontContext,
    ref: ReleaseRef,
    product_ids: readonly string[],
  ): Promise<ReadonlyMap<string, readonly string[]>>
}

const GROUPS = {
  boughttogether: {
    name: 'items bought together',
    // Orders change this group, while the release does not change.
    cached: false,
    description: `Up to ${MAX_RECOMMENDED} items that were bought together with the item, most often first.`,
    select: ({ deps, owner }, ref, ids) => selectBoughtTogether(deps.db, owner.store_id, ref, ids),
  },
  samenode: {
    name: 'items of the same node',
    cached: true,
    description: `Up to ${MAX_RECOMMENDED} other items of the navigation nodes that the item is in, newest first.`,
    select: ({ deps }, ref, ids) => nodeNeighbors(deps.db, ref, ids, MAX_RECOMMENDED),
  },
} as const satisfies Partial<Record<keyof typeof RELATIONS, Group>>

const recommendations: StorefrontResource = {
  name: 'recommendations',
  type: 'shop.collections.links',
  path: '/recommendations/items/:scope/:item',
  max_age: 600,
  cached: true,
  description: 'Groups of items that go well with an item. A group can be empty.',
  relations: {
    boughttogether: { to: GROUPS.boughttogether.name },
    samenode: { to: GROUPS.samenode.name },
    item: { to: 'item', rev: 'recommendations' },
  },
  read: productReader((context, { id }) => ({
    links: Object.keys(recommendations.relations).map((rel) => ({ rel, params: itemParams(context, id) })),
  })),
}

const groups = Object.entries<Group>(GROUPS).flatMap(([rel, { name, cached, description, select }]) =>
  paginatedList({
    name,
    path: `/recommendations/items/:scope/:item/${rel}`,
    max_age: 600,
    cached,
    description,
    element: ITEM_ELEMENT,
    async load(context, requests) {
      const products = await productsFor(
        context,
        requests.map(({ params }) => params),
      )
      const [ref, size] = [await releaseOf(context), await defaultPageSize(context)]
      const ids = products.flatMap((product) => product?.id ?? [])
      if (ref === undefined || ids.length === 0) return requests.map(() => null)
      const found = await select(context, ref, ids)
      return requests.map(({ page }, index): Page | null => {
        const all = found.get(products[index]?.id ?? '')
        return all === undefined ? null : pageOf(all, page, size)
      })
    },
  }),
)

function pageOf(all: readonly string[], page: number, size: number): Page {
  return { ids: all.slice((page - 1) * size, page * size), results: all.length, page, size }
}

export const recommendationResources = [recommendations, ...groups]
