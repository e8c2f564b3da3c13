import type { Documented } from './operations.ts'

export type Query = Readonly<Record<string, string | number>>

/** A page short enough for the document. */
const PAGE: Query = { 'page[limit]': 2 }

/** Useful queries for certain lists. */
const QUERIES: Readonly<Record<string, Query>> = {
  ListProducts: { filter: 'in(sku,SHIRT-LINEN,SHIRT-WOOL)', sort: 'name' },
  ListCustomers: { filter: 'eq(email,ada.marsh@example.com)' },
  ListOrders: { filter: 'eq(payment,partially_refunded)', sort: '-created_at' },
  ListEvents: { filter: 'like(triggered_by,order.*)', sort: '-created_at' },
  ListEventTypes: { 'page[limit]': 1 },
  Search: { q: 'shirt' },
  ListFiles: { sort: '-created_at' },
}

/** Query of a list operation; empty for other operations. */
export function queryOf(operationId: string, parameters: Documented['parameters']): Query {
  const page = parameters.some(({ name }) => name === 'page[limit]') ? PAGE : {}
  return { ...page, ...QUERIES[operationId] }
}
