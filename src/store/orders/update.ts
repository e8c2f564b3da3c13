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

/** The changes that a seller can make: cancel, fulfill, or change attributes. */
export type OrderUpdate = {
  status?: 'cancelled'
  shipping?: 'fulfilled'
  order_number?: string
  external_ref?: string
  shipping_address?: OrderAddress
  billing_address?: OrderAddress
  custom_attributes?: CustomAttributes
}

type Request = { id: string; update: OrderUpdate; expected_version: number | null }

/** Cancels or fulfills an order, or changes its attributes. Throws `not_found`, `conflict`, `invalid`. */
export async function updateOrder(work: Work, { id, update, expected_version }: Request): Promise<Order> {
  const order = await lockOrder(work, id, expected_version)
  const { status, shipping, ...attributes } = update
  if ([status, shipping, Object.keys(attributes)[0]].filter((kind) => kind !== undefined).length > 1) {
    const detail = 'Cancelling, fulfilling and changing attributes of an order require separate requests.'
    throw invalid([{ detail, pointer: '/data' }])
  }
  if (status !== undefined) return cancel(work, order)
  if (shipping !== undefined) return fulfillOrder(work, order)
  return updateAttributes(work, order, attributes)
}

async function updateAttributes(
  work: Work,
  order: Order,
  attributes: Omit<OrderUpdate, 'status' | 'shipping'>,
): Promise<Order> {
  if (Object.keys(attributes).length > 0) refuse(refuseToEdit(order))
  const { shipping_address, billing_address, ...others } = attributes
  const addresses = {
    ...(shipping_address !== undefined && { shipping_address: { ...order.shipping_address, ...shipping_address } }),
    ...(billing_address !== undefined && { billing_address: { ...order.billing_address, ...billing_address } }),
  }
  const problems = customDataProblems(others, '/data')
  if (problems.length > 0) throw invalid(problems)
  await refuseAddresses(work, order, addresses)
  return changeOrder(work, order, { ...others, ...addresses })
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
