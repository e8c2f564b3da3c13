import { isDeepStrictEqual } from 'node:util'
import { invalid } from '../../kernel/errors.ts'
import { type CustomAttributes, customDataProblems } from '../kit/values/custom-data.ts'
import type { Work } from '../kit/work.ts'
import { readSettings } from '../settings/read.ts'
import { addressProblems } from './address.ts'
import { cancel } from './cancel.ts'
import { changeOrder } from './events.ts'
import { fulfillOrder } from './fulfill.ts'
import { lockOrder } from './lock-order.ts'
import type { Order, OrderAddress } from './order.ts'
import { refuse } from './refuse.ts'
import { refuseToEdit } from './rules/refusals.ts'
import { selectItems } from './store.ts'

/** A seller's update of an order: cancels it, fulfills it, or changes attributes. */
export type OrderUpdate = {
  status?: Order['status']
  shipping?: Order['shipping']
  order_number?: string
  external_ref?: string
  shipping_address?: OrderAddress
  billing_address?: OrderAddress
  custom_attributes?: CustomAttributes
}
type Attributes = Omit<OrderUpdate, 'status' | 'shipping'>
type Changes = Partial<Pick<Order, keyof Attributes>>

type Request = { id: string; update: OrderUpdate; expected_version: number | null }

/**
 * Cancels or fulfills an order, or changes its attributes. Sending an order back unchanged has no effect. Throws
 * `not_found`, `conflict` and `invalid`.
 */
export async function updateOrder(work: Work, { id, update, expected_version }: Request): Promise<Order> {
  const order = await lockOrder(work, id, expected_version)
  const { status, shipping, ...attributes } = update
  refuseOtherState('status', { sent: status, before: order.status, requestable: 'cancelled' })
  refuseOtherState('shipping', { sent: shipping, before: order.shipping, requestable: 'fulfilled' })
  // A state sent alone is always a request, so a second cancellation is a conflict.
  const isAlone = Object.keys(attributes).length === 0
  const cancels = status === 'cancelled' && (isAlone || order.status !== status)
  const fulfills = shipping === 'fulfilled' && (isAlone || order.shipping !== shipping)
  const changes = changedAttributes(order, attributes)
  if ([cancels, fulfills, Object.keys(changes).length > 0].filter(Boolean).length > 1) {
    const detail = 'Cancelling, fulfilling and changing attributes of an order require separate requests.'
    throw invalid([{ detail, pointer: '/data' }])
  }
  if (cancels) return cancel(work, order)
  if (fulfills) return fulfillOrder(work, order)
  return updateAttributes(work, order, changes)
}

type State = { sent: string | undefined; before: string; requestable: string }

function refuseOtherState(name: 'status' | 'shipping', { sent, before, requestable }: State): void {
  if (sent === undefined || sent === before || sent === requestable) return
  const detail = `data.${name} must be "${requestable}", or "${before}" as the order has it.`
  throw invalid([{ detail, pointer: `/data/${name}` }])
}

/** Returns the attributes that differ from the order's, with whole addresses. */
function changedAttributes(order: Order, { shipping_address, billing_address, ...others }: Attributes): Changes {
  const whole = {
    ...others,
    ...(shipping_address !== undefined && { shipping_address: { ...order.shipping_address, ...shipping_address } }),
    ...(billing_address !== undefined && { billing_address: { ...order.billing_address, ...billing_address } }),
  }
  const differs = ([name, value]: [string, unknown]) => !isDeepStrictEqual(value, order[name as keyof Order])
  return Object.fromEntries(Object.entries(whole).filter(differs))
}

async function updateAttributes(work: Work, order: Order, changes: Changes): Promise<Order> {
  if (Object.keys(changes).length === 0) return order
  refuse(refuseToEdit(order))
  const problems = customDataProblems(changes, '/data')
  if (problems.length > 0) throw invalid(problems)
  await refuseAddresses(work, order, changes)
  return changeOrder(work, order, changes)
}

type Addresses = Pick<OrderUpdate, 'shipping_address' | 'billing_address'>

/** Validates a new address like an address at checkout. Throws `invalid`. */
async function refuseAddresses(work: Work, order: Order, { shipping_address, billing_address }: Addresses) {
  if (shipping_address === undefined && billing_address === undefined) return
  const { tx } = work
  const { owner_id, id: order_id } = order
  const items = await selectItems(tx, { owner_id, order_id })
  const { address_mandatory_fields: mandatory } = await readSettings(tx, owner_id)
  const use = items.some(({ shippable }) => shippable) ? 'delivered' : 'taxed'
  const problems = [
    ...(billing_address === undefined
      ? []
      : await addressProblems(work, { billing_address }, { use: 'billed', mandatory })),
    ...(shipping_address === undefined ? [] : await addressProblems(work, { shipping_address }, { use, mandatory })),
  ]
  if (problems.length > 0) throw invalid(problems)
}
