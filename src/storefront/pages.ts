import type { FoundPage } from '../../store/catalog/search.ts'
import type { Body, Link, Params, Resource } from '../hypermedia/resource.ts'
import type { Shop } from '../shop.ts'
import { itemAt } from './shelf.ts'

/** A part of a list of items; `page` from 1. Null for a list that there is not. */
export type Paged = FoundPage & { page: number; size: number }

type Paginated = {
  name: string
  path: string
  load(shop: Shop, asked: readonly { params: Params; page: number }[]): Promise<(Paged | null)[]>
}

/** A list of items at its address, and its pages below that. */
export function paginated({ name, path, load }: Paginated): Resource<Shop>[] {
  const page = `${name} page`
  const common: Pick<Resource<Shop>, 'type' | 'max_age' | 'relations' | 'read'> = {
    type: 'shop.collections.paginated-links',
    max_age: 600,
    relations: { element: 'item', next: page, previous: page },
    async read(shop, addresses) {
      const asked = addresses.map((params) => ({ params, page: pageIn(params) }))
      const wanted = asked.filter(({ page }) => page !== null) as { params: Params; page: number }[]
      const loaded = new Map((await load(shop, wanted)).map((found, index) => [wanted[index], found]))
      return asked.map((one) => {
        const found = loaded.get(one as (typeof wanted)[number]) ?? null
        return found === null ? 'missing' : (shown(shop, one.params, found) ?? 'missing')
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
function shown(shop: Shop, params: Params, { ids, results, page, size }: Paged): Body | null {
  const pages = Math.max(1, Math.ceil(results / size))
  if (page > pages) return null
  const turned = (rel: string, to: number): Link[] =>
    to < 1 || to > pages ? [] : [{ rel, params: { ...params, scope: shop.scope, page: String(to) } }]
  const elements = ids.map((id) => ({ rel: 'element', rev: 'list', params: itemAt(shop, id) }))
  return {
    links: [...elements, ...turned('next', page + 1), ...turned('previous', page - 1)],
    data: { pagination: { current: page, 'page-size': size, pages, results, 'results-on-page': ids.length } },
  }
}
