import type { Listed } from '../../db/list.ts'
import type { Database } from '../../db/tables.ts'
import type { Caller } from '../../http/caller.ts'
import { AppError, notFound } from '../../kernel/errors.ts'
import type { ListRequest } from '../../kernel/list.ts'
import { type Owner, ownerId } from '../../kernel/owner.ts'
import { selectRow } from '../kit/store.ts'
import { listSome } from '../kit/verbs.ts'
import { type Order, orders } from './order.ts'

type Reading = { db: Database }

/** An order that the caller may see: a seller any, a shopper what its customer or its session bought. Throws `not_found`. */
export async function readOrder({ db }: Reading, caller: Caller, owner: Owner, id: string): Promise<Order> {
  const order = await selectRow(db, orders, { owner_id: ownerId(owner), id: id.toLowerCase() })
  if (order === undefined || !isOwn(caller, order)) throw notFound('order')
  return order
}

/** Whether the caller may see an order of the store: a seller any, a shopper what its customer or its session bought. */
export function isOwn(
  { role, customer_id, session_id }: Caller,
  order: Pick<Order, 'customer_id' | 'session_id'>,
): boolean {
  if (role === 'seller') return true
  return (customer_id !== null && order.customer_id === customer_id) || order.session_id === session_id
}

/** One page of the orders that the caller may see. Throws `forbidden` for a shopper who is no customer. */
export function listOrders(deps: Reading, caller: Caller, owner: Owner, request: ListRequest): Promise<Listed<Order>> {
  return listSome(deps, orders, { owner, parents: ownOnly(caller) }, request)
}

function ownOnly({ role, customer_id }: Caller): Record<string, string> {
  if (role === 'seller') return {}
  if (customer_id !== null) return { customer_id }
  const detail = 'This needs a seller token, or a shopper token with the token of the customer in X-Customer-Token.'
  throw new AppError('forbidden', [{ detail }])
}
