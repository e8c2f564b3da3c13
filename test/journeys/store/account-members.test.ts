import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountMembers } from '../../../src/store/account-members/account-member.ts'
import { authenticationRealms } from '../../../src/store/authentication/authentication-realm.ts'
import { type Client, eventually } from '../../support/app.ts'
import { unseen } from '../../support/documents/contract.ts'
import { openSharedStage, type Stage } from '../../support/stage.ts'
import { join, makeMember, makePerson } from '../../support/store/people.ts'
import { makeOne } from '../../support/store/resource-samples.ts'

const UNKNOWN_ID = '0199f3a0-7c00-7000-8000-000000000001'

let stage: Stage
let store: Client
let shopper: Client
beforeAll(async () => {
  stage = await openSharedStage()
  ;({ store, shopper } = await stage.tenant())
})
afterAll(() => stage.close())

/** Ids of memberships with an event of their end, and of other deleted resources. */
async function deletions(client: Client): Promise<string[]> {
  const { body } = await client.get('/v2/events?filter=like(triggered_by,*.deleted)&sort=id&page[limit]=100')
  type Deleted = { triggered_by: string; payload: { id: string } }
  return body.data.map(({ triggered_by, payload }: Deleted) => `${triggered_by} ${payload.id}`)
}

const idIn = (address: string) => address.split('/').at(-1)

test('deleting an account or a member ends its memberships, with an event for each', async () => {
  const { store: own } = await stage.tenant()
  const ada = (await makeOne(own, accountMembers)).id
  const eve = (await makeOne(own, accountMembers)).id
  const [one, two, three] = [await join(own, ada), await join(own, ada), await join(own, eve)]
  const data = { type: 'account_membership', account_member_id: eve }
  const { body } = await own.post(`/v2/accounts/${one.account}/account-memberships`, { data })
  expect((await own.delete(`/v2/accounts/${one.account}`)).status).toBe(200)
  expect(await deletions(own)).toEqual([
    `account-membership.deleted ${idIn(one.membership)}`,
    `account-membership.deleted ${body.data.id}`,
    `account.deleted ${one.account}`,
  ])
  expect((await own.delete(`/v2/account-members/${ada}`)).status).toBe(200)
  expect((await deletions(own)).slice(3)).toEqual([
    `account-membership.deleted ${idIn(two.membership)}`,
    `account-member.deleted ${ada}`,
    `user-authentication-info.deleted ${ada}`,
  ])
  expect((await own.get(two.membership)).status).toBe(404)
  expect((await own.get(three.membership)).status).toBe(200)
})

test('a member belongs to an account once, and must be of the store', async () => {
  const member = (await makeOne(store, accountMembers)).id
  const { account, membership } = await join(store, member)
  const again = { data: { type: 'account_membership', account_member_id: member } }
  const refused = await store.post(`/v2/accounts/${account}/account-memberships`, again)
  expect([refused.status, refused.body.errors[0].source]).toEqual([409, { pointer: '/data/account_member_id' }])
  const { store: other } = await stage.tenant()
  const stranger = (await makeOne(other, accountMembers)).id
  for (const account_member_id of [UNKNOWN_ID, stranger]) {
    const data = { type: 'account_membership', account_member_id }
    const { status, body } = await store.post(`/v2/accounts/${account}/account-memberships`, { data })
    expect([status, body.errors[0].source]).toEqual([422, { pointer: '/data/account_member_id' }])
    expect((await store.put(membership, { data })).status).toBe(422)
  }
})

test('memberships can be read for the member too, with links of the accounts', async () => {
  const member = (await makeOne(store, accountMembers)).id
  const { membership } = await join(store, member)
  const made = (await store.get(membership)).body.data
  const list = `/v2/account-members/${member}/account-memberships`
  expect((await store.get(list)).body.data).toEqual([made])
  expect((await store.get(`${list}/${made.id}`)).body.data).toEqual(made)
  expect(new URL(made.links.self).pathname).toBe(membership)
  expect((await store.get(`/v2/account-members/${UNKNOWN_ID}/account-memberships`)).status).toBe(404)
  expect((await store.get(`${list}/${UNKNOWN_ID}`)).status).toBe(404)
  const raw = { method: 'DELETE', headers: { authorization: `Bearer ${store.token}` } }
  expect((await fetch(`${stage.app.origin}${list}/${made.id}`, raw)).status).toBe(405)
})

test('an e-mail address is unique in a realm exactly if its policy requires it', async () => {
  const realm = await makeOne(store, authenticationRealms)
  const at = `/v2/authentication-realms/${realm.id}`
  const make = (email: string) =>
    store.post(`${at}/user-authentication-info`, { data: { type: 'user_authentication_info', name: 'Ada', email } })
  const policy = (duplicate_email_policy: string) =>
    store.put(at, { data: { type: 'authentication_realm', duplicate_email_policy } })
  const first = (await make('ada@example.com')).body.data
  expect((await make('ADA@example.com')).status).toBe(409)
  expect((await policy('allowed')).status).toBe(200)
  const second = (await make('ada@example.com')).body.data
  const refused = await policy('unallowed')
  expect([refused.status, refused.body.errors[0].source]).toEqual([409, { pointer: '/data/duplicate_email_policy' }])
  const users = `${at}/user-authentication-info`
  const renamed = { data: { type: 'user_authentication_info', email: 'eve@example.com' } }
  expect((await store.put(`${users}/${second.id}`, renamed)).status).toBe(200)
  expect((await policy('unallowed')).status).toBe(200)
  expect((await store.put(`${users}/${first.id}`, renamed)).status).toBe(409)
  expect((await store.delete(at)).status).toBe(409)
})

test('a username is unique in its profile and matches its format; its profile must be of the realm', async () => {
  const [ada, eve] = [await makePerson(store, 'a good password'), await makePerson(store)]
  const type = 'user_authentication_password_profile_info'
  const list = eve.sign_in.slice(0, eve.sign_in.lastIndexOf('/'))
  const foreign = { type, password_profile_id: ada.password_profile_id, username: 'x' }
  const refused = await store.post(list, { data: foreign })
  expect([refused.status, refused.body.errors[0].source]).toEqual([422, { pointer: '/data/password_profile_id' }])
  const at = eve.request.replace('/one-time-password-token-request', '')
  const strict = { type: 'password_profile', username_format: 'email', enable_one_time_password_token: false }
  expect((await store.put(at, { data: strict })).status).toBe(200)
  const { status, body } = await store.put(eve.sign_in, { data: { type, username: 'no address' } })
  expect(status).toBe(422)
  const pointers = body.errors.map(({ source }: { source: { pointer: string } }) => source.pointer)
  expect(pointers).toEqual(['/data/username', '/data/password'])
  expect((await store.delete(at)).status).toBe(409)
})

test('removing a user from a realm keeps the account member, which can no longer log in', async () => {
  const ada = await makePerson(store, 'a good password')
  const member = await makeMember(store, ada)
  expect((await store.delete(ada.user)).status).toBe(200)
  const left = (await store.get(`/v2/account-members/${member}`)).body.data
  expect(left.user_authentication_info_id).toBe(member)
  expect((await logIn(ada, 'a good password')).status).toBe(401)
})

type Named = { username: string; password_profile_id: string }

function logIn({ username, password_profile_id }: Named, password: string, more: object = {}) {
  const type = 'account_management_authentication_token'
  const data = { type, authentication_mechanism: 'password', username, password_profile_id, password, ...more }
  return shopper.post('/v2/account-members/tokens', { data })
}

const withToken = (token: string, header = 'X-Account-Token') =>
  shopper.call('GET', '/v2/currencies', undefined, { [header]: token })

test('a member gets a token for each account, valid until membership or password ends', async () => {
  const ada = await makePerson(store, 'a good password')
  const member = await makeMember(store, ada)
  expect((await logIn(ada, 'a good password')).body.data).toEqual([])
  const [works, home] = [await join(store, member, 'Works'), await join(store, member, 'Home')]
  const { status, body } = await logIn(ada, 'a good password')
  expect(status).toBe(201)
  expect(body.data).toMatchObject([
    { account_id: home.account, account_name: 'Home' },
    { account_id: works.account, account_name: 'Works' },
  ])
  const one = await logIn(ada, 'a good password', { account_id: works.account })
  expect(one.body.data).toMatchObject([{ account_id: works.account }])
  const [atHome, atWork] = body.data.map(({ token }: { token: string }) => token)
  expect((await withToken(atHome)).status).toBe(200)
  expect((await withToken(atHome, 'EP-Account-Management-Authentication-Token')).status).toBe(200)
  await store.delete(home.membership)
  const ended = await eventually(
    () => withToken(atHome),
    (response) => response.status === 401,
  )
  expect(ended.body.errors[0].source).toEqual({ header: 'X-Account-Token' })
  expect((await withToken(atWork)).status).toBe(200)
  const type = 'user_authentication_password_profile_info'
  await store.put(ada.sign_in, { data: { type, password: 'a better password' } })
  await eventually(
    () => withToken(atWork),
    (response) => response.status === 401,
  )
  expect((await logIn(ada, 'a good password')).status).toBe(401)
  const renewed = await logIn(ada, 'a better password')
  expect((await withToken(renewed.body.data[0].token)).status).toBe(200)
})

test('the tokens of a member are a page with times that names the member', async () => {
  const ada = await makePerson(store, 'a good password')
  const member = await makeMember(store, ada)
  expect((await logIn(ada, 'a good password')).body.meta.account_member_id).toBe(member)
  await join(store, member, 'Works')
  const { body } = await logIn(ada, 'a good password')
  expect(body).toMatchObject({
    data: [{ type: 'account_management_authentication_token', expires: expect.stringMatching(/^\d{4}-.*Z$/) }],
    meta: { account_member_id: member, page: { total: 1, limit: 100, offset: 0, current: 1 }, results: { total: 1 } },
    links: { next: null, prev: null },
  })
})

test('a member renews its token and edits the account until the basis of the token ends', async () => {
  const ada = await makePerson(store, 'a good password')
  const member = await makeMember(store, ada)
  const [works, home] = [await join(store, member, 'Works'), await join(store, member, 'Home')]
  const [{ token }] = (await logIn(ada, 'a good password', { account_id: works.account })).body.data
  const mechanism = 'account_management_authentication_token'
  const renew = (with_token: string | null, more: object = {}) => {
    const data = { type: mechanism, authentication_mechanism: mechanism, ...more }
    const headers: Record<string, string> =
      with_token === null ? {} : { 'EP-Account-Management-Authentication-Token': with_token }
    return shopper.call('POST', '/v2/account-members/tokens', { data }, headers)
  }
  const renewed = await renew(token)
  expect([renewed.status, renewed.body.meta.account_member_id]).toEqual([201, member])
  expect(renewed.body.data.map((one: { account_id: string }) => one.account_id)).toEqual([home.account, works.account])
  const [atHome] = (await renew(token, { account_id: home.account })).body.data
  expect(atHome.account_id).toBe(home.account)
  expect((await withToken(atHome.token)).status).toBe(200)
  expect(
    (
      await renew(token, {
        account_id: (await join(store, await makeMember(store, await makePerson(store, 'x'.repeat(8))))).account,
      })
    ).body.data,
  ).toEqual([])
  const without = await renew(null)
  expect([without.status, without.body.errors[0].source]).toEqual([401, { header: 'X-Account-Token' }])

  const type = 'user_authentication_password_profile_info'
  await store.put(ada.sign_in, { data: { type, password: 'a better password' } })
  // A token renewed just after the change ends with the token that it replaced.
  const { data } = (await renew(token)).body
  await eventually(
    () => withToken(data?.[0].token ?? token),
    (response) => response.status === 401,
  )
  await eventually(
    () => withToken(atHome.token),
    (response) => response.status === 401,
  )
})

test('a wrong password and an unknown user get the same response; missing members are named', async () => {
  const ada = await makePerson(store, 'a good password')
  const wrong = await logIn(ada, 'another password')
  expect(wrong.status).toBe(401)
  const other = await logIn({ ...ada, username: 'nobody' }, 'a good password')
  expect([other.status, other.body]).toEqual([401, wrong.body])
  const { status, body } = await logIn(ada, '', { authentication_mechanism: 'passwordless' })
  expect([status, body.errors[0].source]).toEqual([422, { pointer: '/data/one_time_password_token' }])
})

test.each([
  ['password', { password: 'a good password' }],
  ['passwordless', { one_time_password_token: '123456' }],
])('a password profile that does not exist is named, with mechanism %s', async (mechanism, proof) => {
  const { username } = await makePerson(store, 'a good password')
  const data = {
    type: 'account_management_authentication_token',
    authentication_mechanism: mechanism,
    password_profile_id: '0199f3a0-7c00-7000-8000-000000000001',
    username,
    ...proof,
  }
  const { status, body } = await shopper.post('/v2/account-members/tokens', { data })
  expect([status, body.errors.length, body.errors[0].source]).toEqual([
    422,
    1,
    { pointer: '/data/password_profile_id' },
  ])
  expect(body.errors[0].detail).toContain('must be the id of a password profile of this store')
})

test('covers a success and a failure of every operation on memberships and member tokens', () => {
  const paths = ['/v2/account-members/tokens', '/v2/account-members/{account_member_id}/account-memberships']
  expect(unseen(stage.contract, ({ path }) => paths.some((start) => path.startsWith(start)))).toEqual([])
})
