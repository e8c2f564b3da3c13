import { checkVersion } from '../../kernel/version.ts'
import { lockOne } from '../kit/operations.ts'
import type { Work } from '../kit/work.ts'
import { type Order, orders } from './order.ts'

/** Locks the order until the transaction ends. Throws `not_found`, and `conflict` for another version. */
export async function lockOrder(work: Work, order_id: string, expected_version: number | null): Promise<Order> {
  const order = await lockOne(work, orders, { id: order_id })
  checkVersion('order', order.version, expected_version)
  return order
}
