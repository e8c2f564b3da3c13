import { Type } from 'typebox'
import { newId } from '../../db/new-id.ts'
import { gateways } from '../../store/gateways/gateway.ts'
import { selectRows } from '../../store/kit/store.ts'
import type { StorefrontContext, StorefrontResource } from '../context.ts'
import { readFields, readTrimmedString } from '../hypermedia/fields.ts'
import { invalidField } from '../hypermedia/messages.ts'
import type { ChangeResult, Params } from '../hypermedia/resource.ts'
import { assertCurrent, currentParams, currentReader } from './current-cart.ts'
import { type PaymentMethod, parsePaymentToken } from './payment-method.ts'
import { methodParams } from './payment-methods.ts'
import { changeDetails } from './sql/checkout-details.ts'

const MAX_PAYMENT_METHODS = 50
/** Limits in characters. */
const MAX_NAME_LENGTH = 100
const MAX_TOKEN_LENGTH = 2048

const type = 'shop.paymentmethods.payment-token-form'
const data = { 'display-name': '', token: '' }

const fields = {
  'display-name': Type.String({ minLength: 1, maxLength: MAX_NAME_LENGTH, description: 'The name for display.' }),
  token: Type.String({
    minLength: 1,
    maxLength: MAX_TOKEN_LENGTH,
    description: 'What the payment page returned, or the slug of a payment gateway of the store.',
  }),
}

const addition = {
  description: 'Adds a payment method, which is chosen for the next order.',
  fields,
  leads_to: 'payment method',
  run: addMethod,
}

const form: StorefrontResource = {
  name: 'payment token form',
  type,
  path: '/paymentmethods/:scope/form',
  max_age: 600,
  description: 'The form that adds a payment method.',
  relations: { createpaymenttokenaction: { to: 'payment token form' } },
  read: async ({ scope }, paramsList) =>
    paramsList.map(() => ({ links: [{ rel: 'createpaymenttokenaction', params: { scope } }], data })),
  post: addition,
}

const orderForm: StorefrontResource = {
  name: 'order payment token form',
  type,
  path: '/paymentmethods/orders/:scope/:order/form',
  max_age: 0,
  description: 'The form that adds a payment method, for the order alone or also for later ones.',
  relations: {
    createpaymenttokenaction: { to: 'payment token form' },
    createpaymenttokenfororderaction: { to: 'order payment token action' },
  },
  read: orderFormReader(['createpaymenttokenaction', 'createpaymenttokenfororderaction']),
  post: addition,
}

const orderAction: StorefrontResource = {
  name: 'order payment token action',
  type,
  path: '/paymentmethods/orders/:scope/:order/form/order',
  max_age: 0,
  description: 'The form that adds a payment method for the order alone.',
  relations: { createpaymenttokenfororderaction: { to: 'order payment token action' } },
  read: orderFormReader(['createpaymenttokenfororderaction']),
  post: {
    description: 'Adds a payment method for the order alone, which is not kept after the purchase.',
    fields,
    leads_to: 'payment method',
    run: addMethodForOrder,
  },
}

function orderFormReader(rels: readonly string[]): StorefrontResource['read'] {
  return currentReader({
    parameter: 'order',
    load: currentParams,
    render({ scope, cart }) {
      const params = { scope, order: cart }
      return { params, links: rels.map((rel) => ({ rel, params })), data }
    },
  })
}

type NewMethod = Omit<PaymentMethod, 'id'>

async function addMethod(context: StorefrontContext, _: Params, body: Record<string, unknown>): Promise<ChangeResult> {
  const read = await readMethod(context, body)
  const { id, is_new } = await changeDetails(context, async (work, { details }) => {
    const same = details.payment_methods.find((one) => isSame(one, read))
    const id = same?.id ?? newId(work.now)
    const added = same === undefined ? [{ id, ...read }] : []
    const payment_methods = [...details.payment_methods, ...added].slice(-MAX_PAYMENT_METHODS)
    return { details: { ...details, payment_methods, payment_method: id }, result: { id, is_new: same === undefined } }
  })
  return { status: is_new ? 201 : 200, location: methodParams(context, id) }
}

/** Replaces the payment method of the order alone, if there is one. */
async function addMethodForOrder(
  context: StorefrontContext,
  params: Params,
  body: Record<string, unknown>,
): Promise<ChangeResult> {
  await assertCurrent(context, params, 'order')
  const read = await readMethod(context, body)
  const id = await changeDetails(context, async (work, { details }) => {
    const id = newId(work.now)
    const after = { ...details, order_payment_method: { id, ...read }, payment_method: id }
    return { details: after, result: id }
  })
  return { status: 201, location: methodParams(context, id) }
}

async function readMethod(context: StorefrontContext, body: Record<string, unknown>): Promise<NewMethod> {
  const { display_name, token } = readFields({
    display_name: () => readTrimmedString(body, 'display-name', { min: 1, max: MAX_NAME_LENGTH }),
    token: () => readTrimmedString(body, 'token', { min: 1, max: MAX_TOKEN_LENGTH }),
  })
  return { display_name, ...(await parseToken(context, token)) }
}

function isSame(one: PaymentMethod, other: NewMethod): boolean {
  return (['display_name', 'gateway', 'outcome', 'reference'] as const).every((name) => one[name] === other[name])
}

/** Throws a message that neither repeats the token nor names one that would be accepted. */
async function parseToken({ deps, owner }: StorefrontContext, token: string) {
  const rows = await selectRows(deps.db, gateways, { owner_id: owner.store_id, enabled: 'true' })
  const read = parsePaymentToken(token, new Set(rows.map(({ slug }) => slug)))
  if (read !== null) return read
  const text =
    rows.length === 0
      ? 'The store accepts no payments: no payment gateway is enabled.'
      : 'token must be what the payment page returned, or the slug of an enabled payment gateway.'
  throw invalidField('token', 'field.invalid.option.value', text)
}

export const paymentTokenForms: readonly StorefrontResource[] = [form, orderForm, orderAction]
