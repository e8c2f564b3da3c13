import type { Transaction } from '../../db/database.ts'
import { invalid, type Problem } from '../../kernel/errors.ts'
import { ownerId } from '../../kernel/owner.ts'
import { eraseStoredResponses } from '../kit/sql/idempotency.ts'
import { lockRow } from '../kit/store.ts'
import { type CustomData, redactCustomData } from '../kit/values/custom-data.ts'
import type { Work } from '../kit/work.ts'
import { redactShopper } from '../promotions/sql/consume.ts'
import { changeOrder } from './events.ts'
import { type Order, orders } from './order.ts'
import { refuseToAnonymize } from './rules/refusals.ts'
import { updateCustomData } from './sql/custom-data.ts'
import { deleteNotes } from './sql/notes.ts'
import { redactPaymentMethods, redactTracking, replacePayloads, selectItems, selectPayloads } from './store.ts'

const REDACTED = '*'

/**
 * Redacts the buyer in all of the orders or in none, including their events and stored responses, and deletes their
 * notes. Throws `invalid`.
 */
export async function anonymize(work: Work, order_ids: readonly string[]): Promise<Order[]> {
  const found = await lockOrders(work, order_ids)
  const anonymized: Order[] = []
  for (const order of found) anonymized.push(order.anonymized ? order : await anonymizeOrder(work, order))
  await eraseStoredResponses(
    work,
    found.map(({ id }) => id),
  )
  return anonymized
}

async function lockOrders(work: Work, order_ids: readonly string[]): Promise<Order[]> {
  const problems: Problem[] = []
  const found: Order[] = []
  // Sorted, so that two requests cannot deadlock.
  for (const id of [...new Set(order_ids.map((one) => one.toLowerCase()))].sort()) {
    const order = await lockRow(work.tx, orders, { owner_id: ownerId(work.owner), id })
    const problem = order === undefined ? `Order ${id} not found.` : refuseToAnonymize(order)
    const pointer = `/data/order_ids/${order_ids.findIndex((one) => one.toLowerCase() === id)}`
    if (problem !== null) problems.push({ detail: problem, pointer })
    else if (order !== undefined) found.push(order)
  }
  if (problems.length > 0) throw invalid(problems)
  return found
}

async function anonymizeOrder(work: Work, order: Order): Promise<Order> {
  const payloads = await selectPayloads(work.tx, { owner_id: order.owner_id, order_id: order.id })
  await replacePayloads(
    work.tx,
    payloads.map(({ id, payload }) => ({ id, payload: JSON.stringify(redactPayload(JSON.parse(payload))) })),
  )
  await redactShopper(work.tx, order.owner_id, order.id)
  await redactPaymentMethods(work.tx, { owner_id: order.owner_id, order_id: order.id }, REDACTED)
  await redactTracking(work.tx, { owner_id: order.owner_id, order_id: order.id }, REDACTED)
  await deleteNotes(work.tx, { owner_id: order.owner_id, order_id: order.id })
  await redactItems(work.tx, { owner_id: order.owner_id, order_id: order.id })
  return changeOrder(work, order, {
    anonymized: true,
    custom_attributes: redactCustomData(order, REDACTED).custom_attributes,
    customer: redactMembers(order.customer),
    shipping_address: redactMembers(order.shipping_address),
    billing_address: redactMembers(order.billing_address),
  })
}

/** Custom data can be personal, such as a name to engrave or a message. */
async function redactItems(tx: Transaction, key: { owner_id: string; order_id: string }): Promise<void> {
  const items = await selectItems(tx, key)
  const filled = items.filter((item) => Object.keys({ ...item.custom_inputs, ...item.custom_attributes }).length > 0)
  await updateCustomData(
    tx,
    key,
    filled.map((item) => ({ id: item.id, ...redactCustomData(item, REDACTED) })),
  )
}

const PERSONAL = ['customer', 'contact', 'shipping_address', 'billing_address'] as const

type OrderPayload = {
  data: Record<string, unknown> & Partial<CustomData>
  included?: { items?: readonly Partial<CustomData>[] }
}

function redactPayload(payload: OrderPayload): unknown {
  const { data, included } = payload
  const { custom_attributes } = redactCustomData(data, REDACTED)
  const items = included?.items?.map((item) => ({ ...item, ...redactPresent(item) }))
  return {
    ...payload,
    data: { ...data, ...redactPeople(data), ...(data.custom_attributes !== undefined && { custom_attributes }) },
    ...(included !== undefined && { included: { ...included, ...(items !== undefined && { items }) } }),
  }
}

/** Events of earlier releases have no custom data. */
function redactPresent(item: Partial<CustomData>): Partial<CustomData> {
  return item.custom_inputs === undefined ? {} : redactCustomData(item, REDACTED)
}

function redactPeople(data: Record<string, unknown>): Record<string, unknown> {
  const redacted = PERSONAL.flatMap((name) => {
    const value = data[name]
    return typeof value === 'object' && value !== null ? [[name, redactMembers(value)] as const] : []
  })
  return Object.fromEntries(redacted)
}

function redactMembers<Members extends object>(members: Members): Members {
  return Object.fromEntries(Object.keys(members).map((name) => [name, REDACTED])) as Members
}
