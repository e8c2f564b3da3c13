import { searchProducts } from '../../store/catalog/search.ts'
import { pageLength } from '../../store/settings/read.ts'
import { formAndAction } from '../form.ts'
import { integerIn, sizedTextIn } from '../hypermedia/fields.ts'
import { opaque, readOpaque } from '../hypermedia/opaque.ts'
import type { Outcome, Resource } from '../hypermedia/resource.ts'
import { type Paged, paginated } from '../pages.ts'
import { once, type Shop } from '../shop.ts'
import { ITEM, releaseOf } from './shelf.ts'

const LARGEST_PAGE = 100
const LONGEST = 500

const searches: Resource<Shop> = {
  name: 'searches',
  type: 'shop.searches.searches',
  path: '/searches/:scope',
  max_age: 600,
  relations: { keywordsearchform: 'keyword search form' },
  read: async ({ scope }, addresses) =>
    addresses.map(() => ({ links: [{ rel: 'keywordsearchform', params: { scope } }] })),
}

const form = formAndAction({
  name: 'keyword search',
  type: 'shop.searches.keyword-search-form',
  paths: { form: '/searches/:scope/keywords/form', action: '/searches/:scope/keywords/items' },
  action: 'itemkeywordsearchaction',
  fields: { keywords: 'string', 'page-size': 'integer' },
  data: { keywords: '', 'page-size': '' },
  submit: search,
})

async function search(shop: Shop, body: Record<string, unknown>): Promise<Outcome> {
  const keywords = sizedTextIn(body, 'keywords', { least: 1, most: LONGEST })
  const size = integerIn(body, 'page-size', 1) ?? (await defaultPageSize(shop))
  const id = writeSearch({ keywords, size: Math.min(size, LARGEST_PAGE) })
  return { status: 201, at: { name: 'search result', params: { scope: shop.scope, search: id } }, always_shown: true }
}

/** Items on a page where the client does not say. */
export function defaultPageSize(shop: Shop): Promise<number> {
  return once(shop, 'page size', () => pageLength(shop.deps.db, shop.owner))
}

type Search = { keywords: string; size: number }

/** What was searched for is its own id: it can be asked for at any time and nothing has to be kept. */
function writeSearch({ keywords, size }: Search): string {
  return opaque(`${size} ${keywords}`)
}

/** Null for what was never given out. */
function readSearch(id: string): Search | null {
  const [, size, keywords] = /^(\d{1,3}) (.{1,500})$/s.exec(readOpaque(id)) ?? []
  if (size === undefined || keywords === undefined || keywords.includes('\0')) return null
  return Number(size) < 1 || Number(size) > LARGEST_PAGE ? null : { keywords, size: Number(size) }
}

const results = paginated({
  name: 'search result',
  path: '/searches/:scope/keywords/items/:search',
  max_age: 600,
  element: ITEM,
  // One by one: nothing leads to several searches, but a search to its neighbouring pages.
  async load(shop, asked) {
    const pages: (Paged | null)[] = []
    for (const { params, page } of asked) pages.push(await find(shop, readSearch(params.search ?? ''), page))
    return pages
  },
})

async function find(shop: Shop, asked: Search | null, page: number): Promise<Paged | null> {
  if (asked === null) return null
  const { keywords, size } = asked
  const ref = await releaseOf(shop)
  if (ref === undefined) return { ids: [], results: 0, page, size }
  const offset = (page - 1) * size
  return { ...(await searchProducts(shop.deps.db, ref, { keywords, offset, limit: size })), page, size }
}

/** From the words that a shopper writes to pages of items. */
export const searchResources = [searches, ...form, ...results]
