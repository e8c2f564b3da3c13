import { Type } from 'typebox'
import { SORTINGS } from '../../store/catalog/search/rules/sorting.ts'
import { searchProducts } from '../../store/catalog/search/search.ts'
import type { StorefrontContext, StorefrontResource } from '../context.ts'
import { currencyOf } from '../currency.ts'
import { formResources } from '../form.ts'
import { readBoundedString, readChoice, readInteger, rejectUnknownFields } from '../hypermedia/fields.ts'
import type { ChangeResult, Params } from '../hypermedia/resource.ts'
import { type Page, paginatedList } from '../paginated-list.ts'
import { defaultPageSize, releaseOf } from '../view.ts'
import { facetResources } from './facets.ts'
import { ITEM_ELEMENT } from './products.ts'
import { spendSearch } from './search-budget.ts'
import { decodeSearch, encodeSearch, MAX_KEYWORDS_LENGTH, MAX_PAGE_SIZE, type Search } from './search-id.ts'
import { sortingResources } from './sortings.ts'

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

const FIELDS = {
  keywords: Type.String({ minLength: 1, maxLength: MAX_KEYWORDS_LENGTH, description: 'The words to search for.' }),
  'page-size': Type.Optional(
    Type.Integer({
      minimum: 1,
      description: `The number of items per page, ${MAX_PAGE_SIZE} for larger values; by default a setting of the store.`,
    }),
  ),
  sort: Type.Optional(
    Type.Enum([...SORTINGS], { type: 'string', description: 'The order of the items, by default `relevance`.' }),
  ),
}

const form = formResources({
  name: 'keyword search',
  type: 'shop.searches.keyword-search-form',
  paths: { form: '/searches/:scope/keywords/form', action: '/searches/:scope/keywords/items' },
  action: 'itemkeywordsearchaction',
  description:
    'Searches for items. The response holds the first page even without FollowLocation. Unknown members are refused.',
  fields: FIELDS,
  leads_to: 'search result',
  data: { keywords: '', 'page-size': '', sort: '' },
  submit: submitSearch,
})

async function submitSearch(
  context: StorefrontContext,
  body: Record<string, unknown>,
): Promise<ChangeResult<StorefrontContext>> {
  rejectUnknownFields(body, Object.keys(FIELDS))
  const keywords = readBoundedString(body, 'keywords', { min: 1, max: MAX_KEYWORDS_LENGTH })
  const size = readInteger(body, 'page-size', 1) ?? (await defaultPageSize(context))
  const sorting = readChoice(body, 'sort', SORTINGS) ?? 'relevance'
  const id = encodeSearch({ keywords, size: Math.min(size, MAX_PAGE_SIZE), sorting, filters: [] })
  // Reuses the context, because nothing has changed since it was read.
  return { status: 201, location: { scope: context.scope, search: id }, returns_resource: true, context }
}

const results = paginatedList({
  name: 'search result',
  path: '/searches/:scope/keywords/items/:search',
  max_age: 600,
  cached: isCachedSearch,
  description: 'The items that a search has found, best match first unless it is sorted otherwise.',
  element: ITEM_ELEMENT,
  related: { sortings: { to: 'search sortings', rev: 'result' }, facets: { to: 'search facets', rev: 'result' } },
  // Sequential, because at most the neighboring pages of one search are read together.
  async load(context, requests) {
    const pages: (Page | null)[] = []
    for (const { params, page } of requests)
      pages.push(await searchPage(context, decodeSearch(params.search ?? ''), page))
    return pages
  },
})

/** Excludes searches by availability, because stock changes while the release does not. */
function isCachedSearch({ search = '' }: Params): boolean {
  return decodeSearch(search)?.filters.every(({ facet }) => facet !== 'availability') ?? false
}

async function searchPage(context: StorefrontContext, search: Search | null, page: number): Promise<Page | null> {
  if (search === null) return null
  const { size, sorting } = search
  await spendSearch(context)
  const ref = await releaseOf(context)
  if (ref === undefined) return { ids: [], results: 0, page, size }
  const currency = sorting.startsWith('price') ? await currencyOf(context) : null
  const shop = { store_id: context.owner.store_id, now: context.now, currency }
  const request = { ...search, shop, offset: (page - 1) * size, limit: size }
  const found = await searchProducts(context.deps.db, ref, request)
  if (page === 1) context.searches.push(found.results)
  return { ...found, page, size }
}

export const searchResources = [searches, ...form, ...results, ...sortingResources, ...facetResources]
