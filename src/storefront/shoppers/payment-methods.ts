import { Type } from 'typebox'
import type { StorefrontContext, StorefrontResource } from '../context.ts'
import { assertFound } from '../hypermedia/absence.ts'
import { type ChangeResult, NO_CONTENT, type Params } from '../hypermedia/resource.ts'
import { elements } from '../relations.ts'
import { findOwn, ownId } from './own-id.ts'
import { profileLink } from './profile-params.ts'
import { type CheckoutDetails, changeDetails, methodsOf, shopperIdOf, shopperState } from './sql/checkout-details.ts'

export const paymentMethods: StorefrontResource = {
  name: 'payment methods',
  type: 'shop.collections.links',
  path: '/paymentmethods/:scope',
  max_age: 0,
  description: 'The payment methods that the shopper keeps.',
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
  relations: {
    list: { to: 'payment methods', rev: 'element', when: 'unless it is for one order alone' },
    profile: { to: 'profile' },
  },
  async read(context, paramsList) {
    const { details } = await shopperState(context)
    return paramsList.map(({ method = '' }) => {
      const found = findMethod(context, details, method)
      if (typeof found === 'string') return found
      const list = found === details.order_payment_method ? [] : [{ rel: 'list', params: { scope: context.scope } }]
      const links = [...list, profileLink(context)]
      return { params: methodParams(context, found.id), links, data: { 'display-name': found.display_name } }
    })
  },
  remove: {
    description: 'Deletes the payment method. An order that had chosen it has none.',
    run: removeMethod,
  },
}

async function removeMethod(context: StorefrontContext, { method = '' }: Params): Promise<ChangeResult> {
  await changeDetails(context, async (_, { details }) => {
    const removed = assertFound(findMethod(context, details, method), 'payment method')
    const after = {
      ...details,
      payment_methods: details.payment_methods.filter((one) => one !== removed),
      order_payment_method: details.order_payment_method === removed ? null : details.order_payment_method,
      payment_method: details.payment_method === removed.id ? null : details.payment_method,
    }
    return { details: after, result: undefined }
  })
  return NO_CONTENT
}

function findMethod(context: StorefrontContext, details: CheckoutDetails, requested: string) {
  return findOwn(context, requested, (id) => methodsOf(details).find((one) => one.id === id))
}

export function methodParams({ scope, caller }: StorefrontContext, id: string): Params {
  return { scope, method: ownId(shopperIdOf(caller).shopper_id, id) }
}
