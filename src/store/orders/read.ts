import type { Database } from '../../db/database.ts'
import type { Listed } from '../../db/list.ts'
import type { Caller } from '../../http/callers/caller.ts'
import { AppError, notFound } from '../../kernel/errors.ts'
import type { ListRequest } from '../../kernel/lists/list.ts'
import { type Owner, ownerId } from '../../kernel/owner.ts'
import { listSome } from '../kit/operations.ts'
import { selectRow } from '../kit/store.ts'
import { type Order, orders } from './order.ts'

type ReadDeps = { db: Database }

/** Reads an order that the caller may see (`isOwn`). Throws `not_found`. */
export async function readOrder({ db }: ReadDeps, caller: Caller, owner: Owner, id: string): Promise<Order> {
  const order = await selectRow(db, orders, { owner_id: ownerId(owner), id: id.toLowerCase() })
  if (order === undefined || !isOwn(caller, order)) throw notFound('order')
  return order
}

/** True if the caller may see the order: a seller of the store, or its account, customer or session. */
export function isOwn(
  { role, account_id, customer_id, session_id }: Caller,
  order: Pick<Order, 'account_id' | 'customer_id' | 'session_id'>,
): boolean {
  if (role === 'seller') return true
  if (account_id !== null && order.account_id === account_id) return true
  return (customer_id !== null && order.customer_id === customer_id) || order.session_id === session_id
}

/** Lists the orders that the caller may see. Throws `forbidden` for an anonymous shopper. */
export function listOrders(deps: ReadDeps, caller: Caller, owner: Owner, request: ListRequest): Promise<Listed<Order>> {
  return listSome(deps, orders, { owner, parents: ownershipFilter(caller) }, request)
}

/** A member of an account sees the orders of the account. */
function ownershipFilter({ role, account_id, customer_id }: Caller): Record<string, string> {
  if (role === 'seller') return {}
  if (account_id !== null) return { account_id }
  if (customer_id !== null) return { customer_id }
  const detail =
    'Requires a seller token, or a shopper token with a customer token in X-Customer-Token or that of an account member in X-Account-Token.'
  throw new AppError('forbidden', [{ detail }])
}
