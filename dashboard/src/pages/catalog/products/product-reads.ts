import { useQueries } from '@tanstack/react-query'
import { getOptions } from '../../../api/queries.ts'
import type { Inventory, Product, ProductPrice } from '../../../generated/schema.ts'
import { printFilter } from '../../../kit/filter.ts'
import type { Picker } from '../../../kit/form/field.ts'
import type { List } from '../../../kit/list/list-query.ts'
import { useRead } from '../../../kit/requests/use-read.ts'
import { type Scope, useScope, whyForbidden } from '../../../kit/scope.ts'

/** Number of values per filter, because the URL length is limited. */
const BLOCK = 50

/** Values of the loaded rows, in blocks that do not change while scrolling, so that their reads stay cached. */
export function blocksOf<Row>(list: List<Row>, keyOf: (row: Row) => string): string[][] {
  const blocks = Array.from({ length: Math.ceil(list.count / BLOCK) }, (_, block) =>
    Array.from({ length: BLOCK }, (_, at) => list.rowAt(block * BLOCK + at)).flatMap((row) =>
      row === undefined ? [] : [keyOf(row)],
    ),
  )
  return blocks.filter((block) => block.length > 0)
}

export function inFilter(field: string, values: readonly string[]): string {
  return printFilter({ conditions: [{ field, operator: 'in', values }] })
}

/** Products by a unique field. */
export function useProductsBy(field: 'id' | 'sku', blocks: readonly string[][]): ReadonlyMap<string, Product> {
  const scope = useScope()
  const enabled = whyForbidden('ListProducts', scope) === null
  return useQueries({
    queries: blocks.map((values) => ({
      ...getOptions(scope, '/v2/products', {
        params: { query: { filter: inFilter(field, values), 'page[limit]': BLOCK } },
      }),
      enabled,
    })),
    combine: (results) =>
      new Map(
        results
          .flatMap(({ data }) => data?.data ?? [])
          .map((one) => [field === 'id' ? one.id : one.attributes.sku, one] as const),
      ),
  })
}

/** Stock of products; untracked products have none. */
export function useStockOf(blocks: readonly string[][]): ReadonlyMap<string, Inventory> {
  const scope = useScope()
  const enabled = whyForbidden('ListInventories', scope) === null
  return useQueries({
    queries: blocks.map((ids) => ({
      ...getOptions(scope, '/v2/inventories', {
        params: { query: { filter: inFilter('product_id', ids), 'page[limit]': BLOCK } },
      }),
      enabled,
    })),
    combine: (results) =>
      new Map(results.flatMap(({ data }) => data?.data ?? []).map((one) => [one.product_id, one] as const)),
  })
}

/** Prices of SKUs in a single price book. */
export function usePricesOf(
  pricebook_id: string | undefined,
  blocks: readonly string[][],
): ReadonlyMap<string, ProductPrice> {
  const scope = useScope()
  return useQueries({
    queries: blocks.map((skus) => ({
      ...getOptions(scope, '/v2/pricebooks/{pricebook_id}/prices', {
        params: {
          path: { pricebook_id: pricebook_id ?? '' },
          query: { filter: inFilter('sku', skus), 'page[limit]': 100 },
        },
      }),
      enabled: pricebook_id !== undefined,
    })),
    combine: (results) =>
      new Map(results.flatMap(({ data }) => data?.data ?? []).map((one) => [one.attributes.sku, one] as const)),
  })
}

export function useProduct(product_id: string) {
  return useRead('/v2/products/{product_id}', { params: { path: { product_id } } })
}

/** Matches names and SKUs. */
function searchFilter(text: string): string {
  const values = [`*${text}*`]
  const [name, sku] = ['name', 'sku'].map((field) =>
    printFilter({ conditions: [{ field, operator: 'ilike', values }] }),
  )
  return text === '' ? '' : `(${name}|${sku})`
}

const FOUND = 20

export function productPicker({ api, id }: Scope): Picker {
  return {
    name: `${id} products`,
    search: async (text) => {
      const filter = searchFilter(text.trim())
      const query = { 'page[limit]': FOUND, ...(filter === '' ? {} : { filter }) }
      const { data } = await api.GET('/v2/products', { params: { query } })
      return (data?.data ?? []).map((one) => ({ value: one.id, label: productLabel(one) }))
    },
    label: async (product_id) => {
      const found = await api.GET('/v2/products/{product_id}', { params: { path: { product_id } } }).catch(() => null)
      return found?.data === undefined ? null : productLabel(found.data.data)
    },
  }
}

const productLabel = ({ attributes }: Product) => `${attributes.name} · ${attributes.sku}`
