import { useQueries } from '@tanstack/react-query'
import type { Catalog } from '../../../generated/schema.ts'
import { useRead } from '../../../kit/requests/use-read.ts'
import { useScope } from '../../../kit/scope.ts'
import { NODES, readNodes } from '../hierarchies/use-nodes.ts'
import { useStoreCurrencies } from '../prices/use-store-currencies.ts'
import { nodeOptions } from '../rules/node-options.ts'

const ALL = { params: { query: { 'page[limit]': 100 } } } as const

export type Choice = { value: string; label: string }

/** Catalogs, price books, nodes and currencies in which a new product can be sold. */
export function useShop(chosen: { catalog_id: string | null; pricebook_id: string | null }) {
  const catalogs = useRead('/v2/catalogs', ALL).data?.data
  const books = useRead('/v2/pricebooks', ALL).data?.data
  const { currencies, places } = useStoreCurrencies()
  const catalog = catalogs?.find(({ id }) => id === chosen.catalog_id) ?? catalogs?.[0]
  const bookIds = catalog === undefined ? (books ?? []).map(({ id }) => id) : booksOf(catalog)
  const nameOf = (id: string) => books?.find((book) => book.id === id)?.attributes.name ?? id
  return {
    catalogs: (catalogs ?? []).map(({ id, attributes }) => ({ value: id, label: attributes.name })),
    catalog,
    books: bookIds.map((id) => ({ value: id, label: nameOf(id) })),
    pricebook_id: bookIds.find((id) => id === chosen.pricebook_id) ?? bookIds[0] ?? null,
    nodes: useNodeChoices(catalog),
    currencies,
    places,
    isPending: catalogs === undefined || books === undefined,
  }
}

/** Ids of the price books of a catalog, the first to apply first. */
function booksOf({ attributes: { pricebook_id, pricebooks } }: Catalog): string[] {
  if (pricebook_id !== null) return [pricebook_id]
  return pricebooks.toSorted((one, other) => one.priority - other.priority).map(({ id }) => id)
}

function useNodeChoices(catalog: Catalog | undefined): Choice[] {
  const scope = useScope()
  const all = useRead('/v2/hierarchies', ALL, { enabled: catalog === undefined }).data?.data
  const ids = catalog?.attributes.hierarchy_ids ?? (all ?? []).map(({ id }) => id)
  return useQueries({
    queries: ids.map((hierarchy_id) => ({
      queryKey: [NODES, scope.id, hierarchy_id],
      queryFn: () => readNodes(scope.api, hierarchy_id),
    })),
    combine: (results) => nodeOptions(results.flatMap(({ data }) => data ?? [])),
  })
}
