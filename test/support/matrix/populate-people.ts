import { type Client, calling } from '../app.ts'
import { join, makeMember, makePerson } from '../store/people.ts'
import { ADDRESS, expectStatus } from '../store/shop.ts'
import type { Clients, Person } from './population.ts'

const PASSWORD = 'correct horse battery'

export type People = { customer: Person; member_token: string }

export async function populatePeople(clients: Clients): Promise<People> {
  return { customer: await makeCustomer(clients), member_token: await makeMemberToken(clients) }
}

async function makeCustomer({ seller, shopper }: Clients): Promise<Person> {
  const data = { type: 'customer', name: 'Ada Marsh', email: `${crypto.randomUUID()}@example.com`, password: PASSWORD }
  const { id, email } = expectStatus(await seller.post('/v2/customers', { data }), 201).body.data
  const login = { data: { type: 'token', email, password: PASSWORD } }
  const { token } = expectStatus(await shopper.post('/v2/customers/tokens', login), 201).body.data
  const client = withHeaders(shopper, { 'x-customer-token': token })
  const address = { type: 'address', name: 'Home', ...ADDRESS }
  expectStatus(await client.post(`/v2/customers/${id}/addresses`, { data: address }), 201)
  return { id, email, password: PASSWORD, token, client }
}

async function makeMemberToken({ seller, shopper }: Clients): Promise<string> {
  const person = await makePerson(seller, PASSWORD)
  const { body } = await seller.get(person.sign_in)
  const { username } = body.data
  const member = await makeMember(seller, person)
  const { membership } = await join(seller, member)
  const { id } = expectStatus(await seller.get(membership), 200).body.data
  expectStatus(await seller.get(`/v2/account-members/${member}/account-memberships/${id}`), 200)
  expectStatus(await seller.put('/v2/settings/customer-authentication', { data: {} }), 200)
  // Allows members everything that a store can, so that rejections have a different reason.
  const open = { enable_self_signup: true, account_member_self_management: 'update_only' }
  expectStatus(await seller.put('/v2/settings/account-authentication', { data: open }), 200)
  const { password_profile_id } = person
  const proof = { username, password_profile_id, authentication_mechanism: 'password', password: PASSWORD }
  const login = { data: { type: 'account_management_authentication_token', ...proof } }
  const tokens = expectStatus(await shopper.post('/v2/account-members/tokens', login), 201).body.data
  const request = { type: 'one_time_password_token_request', username, purpose: 'reset_password' }
  expectStatus(await shopper.post(person.request, { data: request }), 202)
  return tokens[0].token
}

function withHeaders(client: Client, headers: Record<string, string>): Client {
  return calling(client, (method, path, body, more) => client.call(method, path, body, { ...headers, ...more }))
}
