import type { Body, Link, Params, Resource } from './hypermedia/resource.ts'
import type { Shop } from './shop.ts'

/** A part of a list, and how many there are in all; `page` from 1. */
export type Paged = { ids: readonly string[]; results: number; page: number; size: number }

/** The kind of resource that is listed, and the parameters of the address of one. */
type Element = { name: string; at(shop: Shop, id: string): Params }

type Paginated = {
  name: string
  path: string
  /** Seconds for which a client may keep it. */
  max_age: number
  element: Element
  /** What it belongs to. */
  owner?: { rel: string; name: string; link(shop: Shop): Link } | undefined
  /** Null for a list that there is not. */
  load(shop: Shop, asked: readonly { params: Params; page: number }[]): Promise<(Paged | null)[]>
}

/** A list at its address, and its pages below that. */
export function paginated({ name, path, max_age, element, owner, load }: Paginated): Resource<Shop>[] {
  const page = `${name} page`
  const common: Pick<Resource<Shop>, 'type' | 'max_age' | 'relations' | 'read'> = {
    type: 'shop.collections.paginated-links',
    max_age,
    relations: { element: element.name, next: page, previous: page, ...(owner && { [owner.rel]: owner.name }) },
    async read(shop, addresses) {
      const asked = addresses.map((params) => ({ params, page: pageIn(params) }))
      const wanted = asked.filter(({ page }) => page !== null) as { params: Params; page: number }[]
      const loaded = new Map((await load(shop, wanted)).map((found, index) => [wanted[index], found]))
      return asked.map((one) => {
        const found = loaded.get(one as (typeof wanted)[number]) ?? null
        return found === null ? 'missing' : (shown(shop, one.params, { element, owner }, found) ?? 'missing')
      })
    },
  }
  return [
    { ...common, name, path },
    { ...common, name: page, path: `${path}/pages/:page` },
  ]
}

/** Null for what is no page. */
function pageIn({ page = '1' }: Params): number | null {
  return /^[1-9]\d{0,8}$/.test(page) ? Number(page) : null
}

/** Null past the last page; what is empty has one. */
function shown(
  shop: Shop,
  params: Params,
  { element, owner }: Pick<Paginated, 'element' | 'owner'>,
  { ids, results, page, size }: Paged,
): Body | null {
  const pages = Math.max(1, Math.ceil(results / size))
  if (page > pages) return null
  const turned = (rel: string, to: number): Link[] =>
    to < 1 || to > pages ? [] : [{ rel, params: { ...params, scope: shop.scope, page: String(to) } }]
  const elements = ids.map((id) => ({ rel: 'element', rev: 'list', params: element.at(shop, id) }))
  return {
    links: [
      ...elements,
      ...turned('next', page + 1),
      ...turned('previous', page - 1),
      ...(owner ? [owner.link(shop)] : []),
    ],
    data: { pagination: { current: page, 'page-size': size, pages, results, 'results-on-page': ids.length } },
  }
}
