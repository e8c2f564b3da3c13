import { Type } from 'typebox'
import { searchProducts } from '../../store/catalog/search/search.ts'
import { pageLength } from '../../store/settings/read.ts'
import { loadOnce, type StorefrontContext, type StorefrontResource } from '../context.ts'
import { formResources } from '../form.ts'
import { readBoundedString, readInteger } from '../hypermedia/fields.ts'
import { decodeId, encodeId } from '../hypermedia/opaque-id.ts'
import type { ChangeResult } from '../hypermedia/resource.ts'
import { type Page, paginatedList } from '../paginated-list.ts'
import { ITEM_ELEMENT, releaseOf } from './products.ts'

const MAX_PAGE_SIZE = 100
const MAX_KEYWORDS_LENGTH = 500

const searches: StorefrontResource = {
  name: 'searches',
  type: 'shop.searches.searches',
  path: '/searches/:scope',
  max_age: 600,
  description: 'The forms that search.',
  relations: { keywordsearchform: { to: 'keyword search form' } },
  read: async ({ scope }, paramsList) =>
    paramsList.map(() => ({ links: [{ rel: 'keywordsearchform', params: { scope } }] })),
}

const form = formResources({
  name: 'keyword search',
  type: 'shop.searches.keyword-search-form',
  paths: { form: '/searches/:scope/keywords/form', action: '/searches/:scope/keywords/items' },
  action: 'itemkeywordsearchaction',
  description: 'Searches for items. The response holds the first page even without FollowLocation.',
  fields: {
    keywords: Type.String({ minLength: 1, maxLength: MAX_KEYWORDS_LENGTH, description: 'The words to search for.' }),
    'page-size': Type.Optional(
      Type.Integer({
        minimum: 1,
        description: `The number of items per page, ${MAX_PAGE_SIZE} for larger values; by default a setting of the store.`,
      }),
    ),
  },
  leads_to: 'search result',
  data: { keywords: '', 'page-size': '' },
  submit: submitSearch,
})

async function submitSearch(context: StorefrontContext, body: Record<string, unknown>): Promise<ChangeResult> {
  const keywords = readBoundedString(body, 'keywords', { min: 1, max: MAX_KEYWORDS_LENGTH })
  const size = readInteger(body, 'page-size', 1) ?? (await defaultPageSize(context))
  const id = encodeSearch({ keywords, size: Math.min(size, MAX_PAGE_SIZE) })
  return { status: 201, location: { scope: context.scope, search: id }, returns_resource: true }
}

/** Items per page unless the client sends `page-size`. */
export function defaultPageSize(context: StorefrontContext): Promise<number> {
  return loadOnce(context, 'page size', () => pageLength(context.deps.db, context.owner))
}

type Search = { keywords: string; size: number }

/** The result's id is the search itself: nothing is stored, and it never expires. */
function encodeSearch({ keywords, size }: Search): string {
  return encodeId(`${size} ${keywords}`)
}

/** Null for text that `encodeSearch` cannot have returned. */
function decodeSearch(id: string): Search | null {
  const [, size, keywords] = /^(\d{1,3}) (.{1,500})$/s.exec(decodeId(id)) ?? []
  if (size === undefined || keywords === undefined || keywords.includes('\0')) return null
  return Number(size) < 1 || Number(size) > MAX_PAGE_SIZE ? null : { keywords, size: Number(size) }
}

const results = paginatedList({
  name: 'search result',
  path: '/searches/:scope/keywords/items/:search',
  max_age: 600,
  description: 'The items that a search has found, best match first.',
  element: ITEM_ELEMENT,
  // One by one: at most the neighboring pages of one search are read together.
  async load(context, requests) {
    const pages: (Page | null)[] = []
    for (const { params, page } of requests)
      pages.push(await searchPage(context, decodeSearch(params.search ?? ''), page))
    return pages
  },
})

async function searchPage(context: StorefrontContext, search: Search | null, page: number): Promise<Page | null> {
  if (search === null) return null
  const { keywords, size } = search
  const ref = await releaseOf(context)
  if (ref === undefined) return { ids: [], results: 0, page, size }
  const offset = (page - 1) * size
  const shop = { store_id: context.owner.store_id, now: context.now, currency: null }
  const request = { keywords, sorting: 'relevance', filters: [], shop, offset, limit: size } as const
  return { ...(await searchProducts(context.deps.db, ref, request)), page, size }
}

export const searchResources = [searches, ...form, ...results]
