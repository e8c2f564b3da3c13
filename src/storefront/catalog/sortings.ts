import { Type } from 'typebox'
import { isSorting, SORTINGS, type Sorting } from '../../store/catalog/search/rules/sorting.ts'
import type { StorefrontResource } from '../context.ts'
import type { Link } from '../hypermedia/resource.ts'
import { decodeSearch, encodeSearch } from './search-id.ts'

const LABELS: Readonly<Record<Sorting, string>> = {
  relevance: 'Relevance',
  'price-ascending': 'Price, low to high',
  'price-descending': 'Price, high to low',
  'name-ascending': 'Name, A to Z',
  'name-descending': 'Name, Z to A',
  newest: 'Newest',
}

const NOTES =
  'Prices are those of one unit before promotions, in the currency of the shopper; items without a price come last.'

const sortings: StorefrontResource = {
  name: 'search sortings',
  type: 'shop.searches.sortings',
  path: '/searches/:scope/keywords/items/:search/sortings',
  max_age: 600,
  cached: true,
  description: `The orders that a search can have. ${NOTES}`,
  relations: {
    choice: { to: 'search sorting', rev: 'sortings', when: 'one for each that is not in use' },
    chosen: { to: 'search sorting', rev: 'sortings' },
    result: { to: 'search result', rev: 'sortings' },
  },
  read: async ({ scope }, paramsList) =>
    paramsList.map(({ search: id = '' }) => {
      const search = decodeSearch(id)
      if (search === null) return 'missing'
      const params = { scope, search: encodeSearch(search) }
      const links = SORTINGS.map((sorting): Link => {
        return { rel: sorting === search.sorting ? 'chosen' : 'choice', params: { ...params, sorting } }
      })
      return { params, links: [...links, { rel: 'result', params }] }
    }),
}

const sorting: StorefrontResource = {
  name: 'search sorting',
  type: 'shop.searches.sorting',
  path: '/searches/:scope/keywords/items/:search/sortings/:sorting',
  max_age: 600,
  cached: true,
  description: 'An order, and the same search in this order.',
  members: {
    name: Type.Enum([...SORTINGS], {
      type: 'string',
      description: 'The name for programs, and for `sort` of the form.',
    }),
    'display-name': Type.String({ description: 'The name for display.' }),
  },
  relations: {
    result: { to: 'search result' },
    sortings: { to: 'search sortings', rev: 'choice' },
  },
  read: async ({ scope }, paramsList) =>
    paramsList.map(({ search: id = '', sorting: name = '' }) => {
      const search = decodeSearch(id)
      if (search === null || !isSorting(name)) return 'missing'
      const params = { scope, search: encodeSearch(search) }
      const sorted = { scope, search: encodeSearch({ ...search, sorting: name }) }
      return {
        params: { ...params, sorting: name },
        links: [
          { rel: 'result', params: sorted },
          { rel: 'sortings', params },
        ],
        data: { name, 'display-name': LABELS[name] },
      }
    }),
}

export const sortingResources = [sortings, sorting]
