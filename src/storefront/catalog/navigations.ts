import { isUuid } from '../../kernel/ids.ts'
import { type Place, selectPlaces, selectProductsIn, selectTopPlaces } from '../../store/catalog/browse.ts'
import { opaque, readOpaque } from '../hypermedia/opaque.ts'
import type { Body, Link, Params, Resource } from '../hypermedia/resource.ts'
import { paginated } from '../pages.ts'
import { once, type Shop } from '../shop.ts'
import { detailsOf } from './details.ts'
import { defaultPageSize } from './searches.ts'
import { ITEM, releaseOf } from './shelf.ts'

const navigations: Resource<Shop> = {
  name: 'navigations',
  type: 'shop.collections.links',
  path: '/navigations/:scope',
  max_age: 600,
  relations: { element: 'navigation node' },
  async read(shop, addresses) {
    const ref = await releaseOf(shop)
    const tops = ref === undefined ? [] : await selectTopPlaces(shop.deps.db, ref)
    const links = tops.map((id) => ({ rel: 'element', rev: 'list', params: nodeAt(shop, id) }))
    return addresses.map(() => ({ links }))
  },
}

const node: Resource<Shop> = {
  name: 'navigation node',
  type: 'shop.navigations.node',
  path: '/navigations/:scope/:node',
  max_age: 600,
  relations: {
    items: 'items of a node',
    child: 'navigation node',
    parent: 'navigation node',
    top: 'navigation node',
  },
  async read(shop, addresses) {
    const places = await placesAt(shop, addresses)
    return places.map((place) => (place === null ? 'missing' : shownNode(shop, place)))
  },
}

function shownNode(shop: Shop, { id, name, slug, description, parent_id, hierarchy_id, children }: Place): Body {
  const to = (rel: string, place: string, rev?: string): Link => ({
    rel,
    params: nodeAt(shop, place),
    ...(rev !== undefined && { rev }),
  })
  return {
    links: [
      to('items', id),
      ...children.map((child) => to('child', child, 'parent')),
      ...(parent_id === null ? [] : [to('parent', parent_id, 'child')]),
      to('top', hierarchy_id),
    ],
    data: { name: slug === '' ? name : slug, 'display-name': name, details: detailsOf({ description }) },
  }
}

const items = paginated({
  name: 'items of a node',
  path: '/searches/:scope/navigations/:node',
  max_age: 600,
  element: ITEM,
  async load(shop, asked) {
    const places = await placesAt(
      shop,
      asked.map(({ params }) => params),
    )
    const found = asked.flatMap(({ page }, index) => {
      const id = places[index]?.id
      return id === undefined ? [] : [{ id, page }]
    })
    const [ref, size] = [await releaseOf(shop), await defaultPageSize(shop)]
    if (ref === undefined || found.length === 0) return places.map(() => null)
    const requests = found.map(({ id, page }) => ({ id, offset: (page - 1) * size }))
    const pages = (await selectProductsIn(shop.deps.db, ref, requests, size)).values()
    return places.map((place, index) => {
      const products = place === null ? undefined : pages.next().value
      return products === undefined ? null : { ...products, page: asked[index]?.page ?? 1, size }
    })
  },
})

/** The places at addresses, each loaded once for a request; null for what the release does not have. */
async function placesAt(shop: Shop, addresses: readonly Params[]): Promise<(Place | null)[]> {
  const ids = addresses.map(({ node }) => readOpaque(node ?? ''))
  const known = await once(shop, 'places', async () => new Map<string, Place | null>())
  const unknown = [...new Set(ids)].filter((id) => isUuid(id) && !known.has(id))
  const ref = await releaseOf(shop)
  if (unknown.length > 0 && ref !== undefined) {
    for (const id of unknown) known.set(id, null)
    for (const place of await selectPlaces(shop.deps.db, ref, unknown)) known.set(place.id, place)
  }
  return ids.map((id) => known.get(id) ?? null)
}

function nodeAt({ scope }: Shop, id: string): Params {
  return { scope, node: opaque(id) }
}

/** From what a store sells at the top down to items. */
export const navigationResources = [navigations, node, ...items]
