import { invalid, type Problem } from '../../kernel/errors.ts'
import { ownerId } from '../../kernel/owner.ts'
import { eraseAnswers } from '../kit/idempotency.ts'
import { lockRow } from '../kit/store.ts'
import type { Work } from '../kit/work.ts'
import { forgetShopper } from '../promotions/consume.ts'
import { type Order, orders } from './order.ts'
import { renameMeans, renameParcels, replacePayloads, selectPayloads } from './store.ts'
import { changeOrder } from './tell.ts'

/** What stands in place of what told of a person. */
const NOBODY = '*'

/** Forgets who bought: in the orders, in the events that told of them and in kept answers. All of them or none. Throws `invalid`. */
export async function anonymize(work: Work, order_ids: readonly string[]): Promise<Order[]> {
  const found = await lockAll(work, order_ids)
  const anonymized: Order[] = []
  for (const order of found) anonymized.push(order.anonymized ? order : await forget(work, order))
  await eraseAnswers(
    work,
    found.map(({ id }) => id),
  )
  return anonymized
}

async function lockAll(work: Work, order_ids: readonly string[]): Promise<Order[]> {
  const problems: Problem[] = []
  const found: Order[] = []
  // In one order for all, so that two requests cannot wait for each other.
  for (const id of [...new Set(order_ids.map((one) => one.toLowerCase()))].sort()) {
    const order = await lockRow(work.tx, orders, { owner_id: ownerId(work.owner), id })
    const problem = order === undefined ? `There is no order ${id}.` : refusalOf(order)
    const pointer = `/data/order_ids/${order_ids.findIndex((one) => one.toLowerCase() === id)}`
    if (problem !== null) problems.push({ detail: problem, pointer })
    else if (order !== undefined) found.push(order)
  }
  if (problems.length > 0) throw invalid(problems)
  return found
}

function refusalOf({ id, status, payment, shipping }: Order): string | null {
  if (shipping === 'fulfilled' || status === 'cancelled' || payment === 'refunded') return null
  const states = `order:${status}, payment:${payment}, shipping:${shipping}`
  return `Order ${id} has status: ${states}; only fulfilled or refunded or cancelled orders may be anonymized.`
}

async function forget(work: Work, order: Order): Promise<Order> {
  const payloads = await selectPayloads(work.tx, { owner_id: order.owner_id, order_id: order.id })
  await replacePayloads(
    work.tx,
    payloads.map(({ id, payload }) => ({ id, payload: JSON.stringify(withoutPerson(JSON.parse(payload))) })),
  )
  await forgetShopper(work.tx, order.owner_id, order.id)
  await renameMeans(work.tx, { owner_id: order.owner_id, order_id: order.id }, NOBODY)
  await renameParcels(work.tx, { owner_id: order.owner_id, order_id: order.id }, NOBODY)
  return changeOrder(work, order, {
    anonymized: true,
    customer: starred(order.customer),
    shipping_address: starred(order.shipping_address),
    billing_address: starred(order.billing_address),
  })
}

const PERSONAL = ['customer', 'shipping_address', 'billing_address'] as const

function withoutPerson(payload: { data: Record<string, unknown> }): unknown {
  const told = PERSONAL.flatMap((name) => {
    const value = payload.data[name]
    return typeof value === 'object' && value !== null ? [[name, starred(value)] as const] : []
  })
  return { ...payload, data: { ...payload.data, ...Object.fromEntries(told) } }
}

function starred<Members extends object>(members: Members): Members {
  return Object.fromEntries(Object.keys(members).map((name) => [name, NOBODY])) as Members
}
