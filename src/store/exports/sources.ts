import type { Executor } from '../../db/database.ts'
import { AppError, invalid } from '../../kernel/errors.ts'
import { criteriaOf } from '../../kernel/lists/criteria.ts'
import { parseFilter } from '../../kernel/lists/filter.ts'
import type { Criteria, ListDefinition } from '../../kernel/lists/list.ts'
import { products } from '../catalog/product.ts'
import { productPrices } from '../catalog/product-price.ts'
import { customers } from '../customers/customer.ts'
import { type AnyResource, present } from '../kit/resource.ts'
import { listRows, type RowOf } from '../kit/store.ts'
import { presentOrder } from '../orders/events.ts'
import { orders } from '../orders/order.ts'
import { selectItemsOf } from '../orders/store.ts'

/** Reads a page of records as the API shows them, by id, after a given id. */
type ReadPage = (db: Executor, page: Page) => Promise<readonly { id: string; shown: unknown }[]>

type Page = {
  owner_id: string
  /** Null starts with the first record. */
  after: string | null
  limit: number
  /** Selects records; null for all. */
  where: Criteria | null
  /** Ends in `/v2`. */
  base_url: string
}

export const EXPORT_KINDS = ['customers', 'orders', 'products', 'prices'] as const
export type ExportKind = (typeof EXPORT_KINDS)[number]

export const sources: Readonly<Record<ExportKind, { list: ListDefinition; read: ReadPage }>> = {
  customers: ofResource(customers),
  orders: { list: orders.list, read: readOrders },
  products: ofResource(products),
  prices: ofResource(productPrices),
}

/** Parses the filter of an export; null selects all. Throws `invalid` for a filter that the list would reject. */
export function criteriaOfExport(what: ExportKind, filter: string | null): Criteria | null {
  if (filter === null || filter.trim() === '') return null
  try {
    return criteriaOf(parseFilter(filter), sources[what].list)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw invalid(error.problems.map(({ detail }) => ({ detail: `data.filter: ${detail}`, pointer: '/data/filter' })))
  }
}

function ofResource(resource: AnyResource): { list: ListDefinition; read: ReadPage } {
  const read: ReadPage = async (db, page) => {
    const rows = await readRows(db, resource, page)
    return rows.map((row) => ({ id: row.id, shown: present(resource, row, page.base_url) }))
  }
  return { list: resource.list, read }
}

/** Orders include their items. */
async function readOrders(db: Executor, page: Page) {
  const rows = await readRows(db, orders, page)
  const ids = rows.map(({ id }) => id)
  const items = await selectItemsOf(db, page.owner_id, ids)
  return rows.map((row) => {
    const { data, included } = presentOrder(row, items.get(row.id) ?? [], page.base_url)
    return { id: row.id, shown: { ...data, included } }
  })
}

async function readRows<R extends AnyResource>(db: Executor, resource: R, page: Page): Promise<RowOf<R>[]> {
  const { owner_id, after, limit } = page
  const source = { column: 'id' }
  const behind = { kind: 'compare', source, type: 'uuid', operator: 'gt', value: after ?? '' } as const
  const criteria = [...(after === null ? [] : [behind]), ...(page.where === null ? [] : [page.where])]
  const where = criteria.length === 0 ? null : ({ kind: 'and', criteria } as const)
  const sort = [{ source, direction: 'asc' }] as const
  const request = { limit, offset: 0, total_method: 'observed', max_offset: null, sort, where } as const
  return (await listRows(db, resource, { owner_id }, request)).rows
}
