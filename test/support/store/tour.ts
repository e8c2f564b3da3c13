import { accountMembers } from '../../../src/store/account-members/account-member.ts'
import { accountMemberships } from '../../../src/store/account-memberships/account-membership.ts'
import { accounts } from '../../../src/store/accounts/account.ts'
import { customerAddresses } from '../../../src/store/addresses/address.ts'
import { userAuthenticationInfo } from '../../../src/store/authentication/user-authentication-info.ts'
import { catalogRules } from '../../../src/store/catalog/catalog-rule.ts'
import { currencies } from '../../../src/store/currencies/currency.ts'
import { customers } from '../../../src/store/customers/customer.ts'
import type { AnyResource } from '../../../src/store/kit/resource.ts'
import type { Client } from '../app.ts'
import { createAssortment, publish } from './catalogs.ts'
import { makePerson } from './people.ts'
import { bodyOf, makeOne, sampleOf } from './resource-samples.ts'
import { act, checkOut, customItem, expectStatus, fillCart, newCartId, pay, putOrder } from './shop.ts'

export type Tourist = { seller: Client; shopper: Client; organization: Client }

/**
 * Does everything that emits an event, through the API alone, so that observers of the store get every key it knows,
 * and observers of the organization its own.
 */
export async function tour({ seller, shopper, organization }: Tourist): Promise<void> {
  for (const resource of [
    customers,
    customerAddresses,
    accounts,
    accountMembers,
    accountMemberships,
    currencies,
    userAuthenticationInfo,
    catalogRules,
  ]) {
    await exerciseResource(seller, resource)
  }
  await tendSettings(seller)
  await keepEntries(seller)
  await keepFiles(seller)
  await askForCode(seller, shopper)
  await shop(seller, shopper)
  for (const client of [seller, organization]) {
    await registerAndRemove(client)
    await publishAndWithdraw(client)
  }
}

async function exerciseResource(seller: Client, resource: AnyResource): Promise<void> {
  const { change } = await sampleOf(resource).arrange(seller)
  const made = await makeOne(seller, resource)
  const path = new URL(made.links.self).pathname
  expectStatus(await seller.put(path, bodyOf(resource, change)), 200)
  expectStatus(await seller.delete(path), 200)
}

async function tendSettings(seller: Client): Promise<void> {
  const put = async (attributes: object) =>
    expectStatus(await seller.put('/v2/settings', { data: { type: 'settings', ...attributes } }), 200)
  await put({ page_length: 30 })
  expectStatus(await seller.delete('/v2/settings'), 204)
  await put({ page_length: 40, shopper_custom_items: true })
  for (const gateway of ['manual', 'sandbox'])
    expectStatus(await seller.put(`/v2/gateways/${gateway}`, { data: { type: 'gateway', enabled: true } }), 200)
}

async function keepEntries(seller: Client): Promise<void> {
  const apis = '/v2/settings/extensions/custom-apis'
  const api = { type: 'custom_api', name: 'Wishes', slug: 'wishes', api_type: 'wishes_ext' }
  const { id } = expectStatus(await seller.post(apis, { data: api }), 201).body.data
  const field = { type: 'custom_field', name: 'Title', slug: 'title', field_type: 'string' }
  expectStatus(await seller.post(`${apis}/${id}/fields`, { data: field }), 201)
  const entry = { type: 'wishes_ext', title: 'A lamp' }
  const made = expectStatus(await seller.post('/v2/extensions/wishes', { data: entry }), 201).body.data
  const path = `/v2/extensions/wishes/${made.id}`
  expectStatus(await seller.put(path, { data: { ...entry, title: 'Two lamps' } }), 200)
  expectStatus(await seller.delete(path), 200)
}

async function keepFiles(seller: Client): Promise<void> {
  const file = { type: 'file', file_location: 'https://files.example.com/lamp.jpg' }
  const { id } = expectStatus(await seller.post('/v2/files', { data: file }), 201).body.data
  expectStatus(await seller.delete(`/v2/files/${id}`), 200)
}

async function askForCode(seller: Client, shopper: Client): Promise<void> {
  const { request, username } = await makePerson(seller)
  const data = { type: 'one_time_password_token_request', username, purpose: 'passwordless_authentication' }
  expectStatus(await shopper.post(request, { data }), 202)
}

/** Sells a product of the catalog from stock, in all ways that an order can go. */
async function shop(seller: Client, shopper: Client): Promise<void> {
  const assortment = await createAssortment(seller, { LAMP: 4900 })
  await publish(seller, assortment.catalog)
  const product_id = assortment.skus.get('LAMP')
  expectStatus(await seller.post(`/v2/inventories/${product_id}`, { data: { type: 'stock', quantity: 10 } }), 201)
  const order = async () => {
    const cart = await fillCart(shopper, [{ type: 'cart_item', id: product_id, quantity: 1 }, customItem(100)])
    return expectStatus(await checkOut(shopper, cart), 201).body.data.id as string
  }
  const sold = await order()
  const { id: authorization } = expectStatus(await pay(shopper, sold, { method: 'authorize' }), 201).body.data
  expectStatus(await act(seller, sold, authorization, 'capture', {}), 201)
  expectStatus(await putOrder(seller, sold, { shipping: 'fulfilled' }), 200)
  expectStatus(await act(seller, sold, authorization, 'refund', {}), 201)
  expectStatus(await putOrder(seller, await order(), { status: 'cancelled' }), 200)
  const left = await fillCart(shopper, [customItem(1)], newCartId())
  const { id } = await makeOne(seller, customers)
  expectStatus(
    await seller.post(`/v2/carts/${left}/relationships/customers`, { data: [{ type: 'customer', id }] }),
    200,
  )
  expectStatus(await shopper.delete(`/v2/carts/${left}`), 200)
}

async function registerAndRemove(client: Client): Promise<void> {
  const configuration = { url: 'https://warehouse.example.com/hook' }
  const data = { type: 'integration', integration_type: 'webhook', name: 'Warehouse', configuration }
  const observes = ['integration.created']
  const made = expectStatus(await client.post('/v2/integrations', { data: { ...data, observes } }), 201).body.data
  const path = `/v2/integrations/${made.id}`
  expectStatus(await client.put(path, { data: { type: 'integration', name: 'Depot' } }), 200)
  expectStatus(await client.delete(path), 200)
}

async function publishAndWithdraw(client: Client): Promise<void> {
  const assortment = await createAssortment(client, { SHADE: 1900 })
  const { id } = await publish(client, assortment.catalog)
  expectStatus(await client.delete(`/v2/catalogs/${assortment.catalog}/releases/${id}`), 200)
}
