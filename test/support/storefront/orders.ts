import { expectStatus } from '../store/shop.ts'
import { inCart, type Json, type Store } from './carts.ts'
import { hrefs, type StorefrontClient, type StorefrontResponse } from './hypermedia.ts'

/** Adds two gateways, the shipping options parcel (8.00) and express (20.00), and a 10% sales tax in the US. */
export async function enableCheckout({ seller }: Pick<Store, 'seller'>): Promise<void> {
  const post = async (path: string, type: string, attributes: object): Promise<string> =>
    expectStatus(await seller.post(`/v2${path}`, { data: { type, ...attributes } }), 201).body.data.id
  for (const gateway of ['manual', 'sandbox']) {
    const data = { type: 'gateway', enabled: true }
    expectStatus(await seller.put(`/v2/gateways/${gateway}`, { data }), 200)
  }
  const tax_class_id = await post('/taxes/classes', 'tax_class', { name: 'Goods', code: 'goods', default: true })
  const tax_zone_id = await post('/taxes/zones', 'tax_zone', { name: 'US', countries: [{ country: 'US' }] })
  const rate = { tax_class_id, tax_zone_id, name: 'Sales tax', code: 'US', rate: 100_000 }
  await post('/taxes/rates', 'tax_rate', rate)
  const countries = [{ country: 'US' }, { country: 'DE' }]
  const parcel = { name: 'Parcel', code: 'parcel', carrier: 'Snail', costs: { USD: { amount: 800 } }, priority: 1 }
  await post('/shipping-options', 'shipping_option', { ...parcel, countries })
  const express = { name: 'Express', code: 'express', costs: { USD: { amount: 2000 } }, priority: 2 }
  await post('/shipping-options', 'shipping_option', { ...express, countries: [{ country: 'US' }] })
}

export const ADA = {
  name: { 'given-name': 'Ada', 'family-name': 'Marsh' },
  address: {
    'street-address': '1 Main Street',
    'extended-address': '',
    locality: 'Portland',
    region: 'OR',
    'postal-code': '97201',
    'country-name': 'US',
  },
}

/** Submits the form at the end of a path of relations from the cart; `query` is appended to the action's URL. */
export async function fill(
  client: StorefrontClient,
  path: string,
  action: string,
  body?: unknown,
  query = '',
): Promise<StorefrontResponse> {
  const [form] = await inCart(client, path)
  if (form === undefined) throw new Error(`${path} has no target.`)
  const [href] = hrefs(form, action)
  if (href === undefined) throw new Error(`The form at ${path} has no ${action}.`)
  return client.send('POST', href + query, body)
}

/** Selects the choice whose description meets the condition. */
export async function choose(client: StorefrontClient, info: string, isMeant: (description: Json) => boolean) {
  const choices = await inCart(client, `${info}:selector:choice`)
  for (const choice of choices) {
    if (!isMeant(await client.follow(choice, 'description'))) continue
    return client.send('POST', hrefs(choice, 'selectaction')[0] ?? '')
  }
  throw new Error(`No such choice at ${info}.`)
}

export const TO_SHIPPING = 'order:deliveries:element:shippingoptioninfo'
export const TO_DESTINATION = 'order:deliveries:element:destinationinfo'

/** Enters everything that an order with shipping needs. */
export async function completeOrder(client: StorefrontClient, { token = 'manual', email = 'ada@example.com' } = {}) {
  await fill(client, 'order:emailinfo:emailform', 'createemailaction', { email })
  await fill(client, 'order:billingaddressinfo:addressform', 'createaddressaction', ADA)
  await choose(client, TO_SHIPPING, ({ name }) => name === 'parcel')
  const card = { 'display-name': 'Visa 4242', token }
  await fill(client, 'order:paymentmethodinfo:paymenttokenform', 'createpaymenttokenaction', card)
}

export const submit = (client: StorefrontClient, query = '') =>
  fill(client, 'order:purchaseform', 'submitorderaction', undefined, query)
