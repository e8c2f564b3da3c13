import { Type } from 'typebox'
import { newId } from '../../db/new-id.ts'
import { notFound } from '../../kernel/errors.ts'
import { OUTCOMES } from '../../store/gateways/decide.ts'
import { gateways } from '../../store/gateways/gateway.ts'
import { selectRows } from '../../store/kit/store.ts'
import type { StorefrontContext, StorefrontResource } from '../context.ts'
import { readBoundedString, readString } from '../hypermedia/fields.ts'
import { invalidField } from '../hypermedia/messages.ts'
import { decodeId, encodeId } from '../hypermedia/opaque-id.ts'
import { type ChangeResult, NO_CONTENT, type Params } from '../hypermedia/resource.ts'
import { elements } from '../relations.ts'
import { type PaymentMethod, parsePaymentToken } from './payment-method.ts'
import { profileLink } from './profile-params.ts'
import { changeDetails, shopperState } from './sql/checkout-details.ts'

const MAX_PAYMENT_METHODS = 50
const MAX_NAME_LENGTH = 100

export const paymentMethods: StorefrontResource = {
  name: 'payment methods',
  type: 'shop.collections.links',
  path: '/paymentmethods/:scope',
  max_age: 0,
  description: 'The payment methods of the shopper.',
  relations: {
    element: elements('payment method'),
    paymenttokenform: { to: 'payment token form' },
    profile: { to: 'profile', rev: 'paymentmethods' },
  },
  async read(context, paramsList) {
    const { scope } = context
    const { payment_methods } = (await shopperState(context)).details
    const links = payment_methods.map(({ id }) => ({ rel: 'element', params: methodParams(context, id) }))
    const form = { rel: 'paymenttokenform', params: { scope } }
    return paramsList.map(() => ({ links: [...links, form, profileLink(context)] }))
  },
}

export const paymentMethod: StorefrontResource = {
  name: 'payment method',
  type: 'shop.paymentmethods.payment-token',
  path: '/paymentmethods/:scope/:method',
  max_age: 0,
  description: 'A payment method of the shopper, without its token.',
  members: { 'display-name': Type.String({ description: 'The name for display.' }) },
  relations: { list: { to: 'payment methods', rev: 'element' } },
  async read(context, paramsList) {
    const { payment_methods } = (await shopperState(context)).details
    return paramsList.map(({ method = '' }) => {
      const id = decodeId(method)
      const found = payment_methods.find((one) => one.id === id)
      if (found === undefined) return 'missing'
      const links = [{ rel: 'list', params: { scope: context.scope } }]
      return { params: methodParams(context, id), links, data: { 'display-name': found.display_name } }
    })
  },
  remove: {
    description: 'Deletes the payment method. An order that had chosen it has none.',
    run: removeMethod,
  },
}

async function removeMethod(context: StorefrontContext, { method = '' }: Params): Promise<ChangeResult> {
  const id = decodeId(method)
  await changeDetails(context, async (_, { details }) => {
    if (!details.payment_methods.some((one) => one.id === id)) throw notFound('payment method')
    const payment_methods = details.payment_methods.filter((one) => one.id !== id)
    const payment_method = details.payment_method === id ? null : details.payment_method
    return { details: { ...details, payment_methods, payment_method }, result: undefined }
  })
  return NO_CONTENT
}

export const paymentTokenForm: StorefrontResource = {
  name: 'payment token form',
  type: 'shop.paymentmethods.payment-token-form',
  path: '/paymentmethods/:scope/form',
  max_age: 600,
  description: 'The form that adds a payment method.',
  relations: { createpaymenttokenaction: { to: 'payment token form' } },
  read: async ({ scope }, paramsList) =>
    paramsList.map(() => ({
      links: [{ rel: 'createpaymenttokenaction', params: { scope } }],
      data: { 'display-name': '', token: '' },
    })),
  post: {
    description: 'Adds a payment method, which is chosen for the next order.',
    fields: {
      'display-name': Type.String({ minLength: 1, maxLength: MAX_NAME_LENGTH, description: 'The name for display.' }),
      token: Type.String({
        minLength: 1,
        description: 'Names a payment gateway of the store; an error lists the accepted tokens.',
      }),
    },
    leads_to: 'payment method',
    run: addMethod,
  },
}

async function addMethod(context: StorefrontContext, _: Params, body: Record<string, unknown>): Promise<ChangeResult> {
  const display_name = readBoundedString(body, 'display-name', { min: 1, max: MAX_NAME_LENGTH }).trim()
  const read = await parseToken(context, readString(body, 'token'))
  const { id, is_new } = await changeDetails(context, async (work, { details }) => {
    const same = details.payment_methods.find((one) => isSame(one, { ...read, display_name }))
    const id = same?.id ?? newId(work.now)
    const added = same === undefined ? [{ id, display_name, ...read }] : []
    const payment_methods = [...details.payment_methods, ...added].slice(-MAX_PAYMENT_METHODS)
    return { details: { ...details, payment_methods, payment_method: id }, result: { id, is_new: same === undefined } }
  })
  return { status: is_new ? 201 : 200, location: methodParams(context, id) }
}

function isSame(one: PaymentMethod, other: Omit<PaymentMethod, 'id'>): boolean {
  return one.display_name === other.display_name && one.gateway === other.gateway && one.outcome === other.outcome
}

/** Throws `field.invalid.option.value`, which lists the accepted tokens and does not repeat the sent one. */
async function parseToken({ deps, owner }: StorefrontContext, token: string) {
  const rows = await selectRows(deps.db, gateways, { owner_id: owner.store_id, enabled: 'true' })
  const slugs = rows.map(({ slug }) => slug)
  const read = parsePaymentToken(token, slugs)
  if (read !== null) return read
  const accepted = slugs.flatMap((slug) =>
    slug === 'sandbox' ? [slug, ...OUTCOMES.map((one) => `${slug}:${one}`)] : [slug],
  )
  const allowed = accepted.length === 0 ? 'the store has no enabled gateway' : `accepted: ${accepted.join(', ')}`
  throw invalidField('token', 'field.invalid.option.value', `token must name a gateway of the store; ${allowed}.`)
}

function methodParams({ scope }: StorefrontContext, id: string): Params {
  return { scope, method: encodeId(id) }
}
