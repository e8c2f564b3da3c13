import { AppError } from '../../kernel/errors.ts'
import { checkVersion } from '../../kernel/version.ts'
import { ship } from '../inventory/stock.ts'
import { lockOne } from '../kit/verbs.ts'
import type { Work } from '../kit/work.ts'
import { type Order, orders } from './order.ts'
import { stockLines } from './stock-lines.ts'
import { changeOrder } from './tell.ts'

/** Everything in the order has been sent. Throws `conflict` when it is not paid, or was sent before. */
export async function fulfil(work: Work, order: Order): Promise<Order> {
  if (order.shipping === 'fulfilled') throw new AppError('conflict', [{ detail: 'The order is fulfilled already.' }])
  const isPaid = order.payment === 'paid' || order.payment === 'partially_refunded'
  if (order.status !== 'complete' || !isPaid) {
    const detail = `Only a complete and paid order can be fulfilled; this one is ${order.status} and ${order.payment}.`
    throw new AppError('conflict', [{ detail }])
  }
  await ship(work, order.id, await stockLines(work, order))
  return changeOrder(work, order, { shipping: 'fulfilled' }, ['fulfilled'])
}

/** The order, locked. Throws `not_found`, `conflict` for another version. */
export async function lockOrder(work: Work, order_id: string, expected_version: number | null): Promise<Order> {
  const order = await lockOne(work, orders, { id: order_id })
  checkVersion('order', order.version, expected_version)
  return order
}
