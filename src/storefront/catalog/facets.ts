import { Type } from 'typebox'
import { at } from '../../kernel/at.ts'
import { findFacets } from '../../store/catalog/search/facets.ts'
import type { Facet, FacetValue } from '../../store/catalog/search/rules/facets.ts'
import { loadEach, type StorefrontContext, type StorefrontResource } from '../context.ts'
import { currencyOf } from '../currency.ts'
import { decodeId, encodeId } from '../hypermedia/opaque-id.ts'
import type { Absence, Link, Params, ResourceState } from '../hypermedia/resource.ts'
import { elements } from '../relations.ts'
import { releaseOf } from '../view.ts'
import { facetLabel, valueLabels } from './facet-labels.ts'
import { spendSearch } from './search-budget.ts'
import { decodeSearch, encodeSearch, type Search, toggled } from './search-id.ts'

type Faceted = { params: Params; search: Search; facets: readonly Facet[]; labels: ReadonlyMap<string, string> }

const facets: StorefrontResource = {
  name: 'search facets',
  type: 'shop.searches.facets',
  path: '/searches/:scope/keywords/items/:search/facets',
  max_age: 0,
  description:
    'The facets of a search: price, availability, nodes, and each option of the items found. Values of one facet are ' +
    'alternatives; items fulfill all facets.',
  relations: { element: elements('search facet'), result: { to: 'search result', rev: 'facets' } },
  read: facetedReader(({ params, facets }) => ({
    links: [
      ...facets.map(({ name }): Link => ({ rel: 'element', params: facetParams(params, name) })),
      { rel: 'result', params },
    ],
  })),
}

const facet: StorefrontResource = {
  name: 'search facet',
  type: 'shop.searches.facet',
  path: '/searches/:scope/keywords/items/:search/facets/:facet',
  max_age: 0,
  description: 'One facet of a search, with at most 100 values besides those in use, the most frequent first.',
  members: {
    name: Type.String({ description: '`price`, `availability`, `nodes`, or `option:` and the name of an option.' }),
    'display-name': Type.String({ description: 'The name for display.' }),
  },
  relations: {
    choice: { to: 'search facet value', rev: 'facet', when: 'one for each value that is not in use' },
    chosen: { to: 'search facet value', rev: 'facet', when: 'one for each value that is in use' },
    list: { to: 'search facets', rev: 'element' },
  },
  read: facetedReader(({ params, search, facets }, requested) => {
    const facet = facetNamed(facets, requested)
    if (facet === undefined) return 'missing'
    const own = facetParams(params, facet.name)
    const values = facet.values.filter(({ value }) => toggled(search, facet.name, value) !== null)
    const links = values.map(({ value, is_chosen }): Link => {
      return { rel: is_chosen ? 'chosen' : 'choice', params: { ...own, value: encodeId(value) } }
    })
    const data = { name: facet.name, 'display-name': facetLabel(facet) }
    return { params: own, links: [...links, { rel: 'list', params }], data }
  }),
}

const facetValue: StorefrontResource = {
  name: 'search facet value',
  type: 'shop.searches.facet-value',
  path: '/searches/:scope/keywords/items/:search/facets/:facet/values/:value',
  max_age: 0,
  description: 'A value of a facet, and the search that is narrowed by it; of a value in use, the search without it.',
  members: {
    'display-name': Type.String({
      description:
        'The name for display. Prices are those of one unit before promotions, in the currency of the shopper.',
    }),
    count: Type.Integer({
      description: 'The number of items with this value among those that match the other facets.',
    }),
  },
  relations: {
    result: { to: 'search result' },
    facet: { to: 'search facet', rev: 'choice' },
  },
  read: facetedReader(({ params, search, facets, labels }, requested) => {
    const facet = facetNamed(facets, requested)
    const found = facet?.values.find(({ value }) => value === decodeId(requested.value ?? ''))
    const result = facet && found && toggled(search, facet.name, found.value)
    if (!facet || !found || !result) return 'missing'
    const own = facetParams(params, facet.name)
    return {
      params: { ...own, value: encodeId(found.value) },
      links: [
        { rel: 'result', params: { ...params, search: encodeSearch(result) } },
        { rel: 'facet', params: own },
      ],
      data: { 'display-name': labelOf(found, labels), count: found.count },
    }
  }),
}

function labelOf({ value, label }: FacetValue, labels: ReadonlyMap<string, string>): string {
  return labels.get(value) ?? (label || value)
}

function facetParams(params: Params, name: string): Params {
  return { ...params, facet: encodeId(name) }
}

function facetNamed(facets: readonly Facet[], { facet = '' }: Params): Facet | undefined {
  const name = decodeId(facet)
  return facets.find((one) => one.name === name)
}

function facetedReader(
  render: (faceted: Faceted, params: Params) => ResourceState | Absence,
): StorefrontResource['read'] {
  return async (context, paramsList) => {
    const found = await facetsFor(context, paramsList)
    return paramsList.map((params, index) => {
      const faceted = at(found, index)
      if (faceted === null) return 'missing'
      const state = render(faceted, params)
      return typeof state === 'string' ? state : { ...state, params: state.params ?? faceted.params }
    })
  }
}

/** The facets of each search, once per request; null for a `search` parameter that is not a search. */
function facetsFor(context: StorefrontContext, paramsList: readonly Params[]): Promise<(Faceted | null)[]> {
  const ids = paramsList.map(({ search }) => search ?? '')
  return loadEach(context, 'facets', ids, async (missing) => {
    const loaded: [string, Faceted][] = []
    // Sequential, because loading the facets of one search already reads them together.
    for (const id of missing) {
      const search = decodeSearch(id)
      if (search !== null) loaded.push([id, await loadFacets(context, search)])
    }
    return loaded
  })
}

async function loadFacets(context: StorefrontContext, search: Search): Promise<Faceted> {
  await spendSearch(context)
  const ref = await releaseOf(context)
  const shop = { store_id: context.owner.store_id, now: context.now, currency: await currencyOf(context) }
  const facets = ref === undefined ? [] : await findFacets(context.deps.db, ref, { ...search, shop })
  const params = { scope: context.scope, search: encodeSearch(search) }
  return { params, search, facets, labels: await valueLabels(context, facets) }
}

export const facetResources = [facets, facet, facetValue]
