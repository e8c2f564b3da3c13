import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../../support/app.ts'
import { unseen } from '../../support/documents/contract.ts'
import { openSharedStage, type Stage } from '../../support/stage.ts'
import { join } from '../../support/store/people.ts'
import { expectStatus } from '../../support/store/shop.ts'

// Requests about realms and their users by clients written for other servers of this API.

let stage: Stage
let seller: Client
let shopper: Client
beforeAll(async () => {
  stage = await openSharedStage()
  const tenant = await stage.tenant()
  seller = tenant.store
  shopper = tenant.shopper
})
afterAll(() => stage.close())

async function make(path: string, data: object) {
  return expectStatus(await seller.post(path, { data }), 201).body.data
}

/** Path of a realm of the store, found as clients do. */
async function realm(origin: 'customer' | 'account', client = seller): Promise<string> {
  const { body } = expectStatus(await client.get(`/v2/settings/${origin}-authentication`), 200)
  const { relationships } = body.data
  expect(relationships['authentication-realm']).toEqual(relationships.authentication_realm)
  expect(relationships.authentication_realm.data.type).toBe('authentication-realm')
  return `/v2/authentication-realms/${relationships.authentication_realm.data.id}`
}

/** `key id version` of the events of one id, oldest first. */
async function emitted(id: string): Promise<string[]> {
  const { body } = await seller.get('/v2/events?sort=id&page[limit]=100')
  type Event = { triggered_by: string; resource_version: number; payload: { id?: string; data?: { id: string } } }
  return (body.data as Event[])
    .filter(({ payload }) => (payload.data ?? payload).id === id)
    .map(({ triggered_by, resource_version }) => `${triggered_by} ${resource_version}`)
    .sort()
}

test('the log-in page of members finds that a realm has no OpenID Connect profiles', async () => {
  const { shopper: stranger } = await stage.tenant()
  const path = await realm('account', shopper)
  expect(expectStatus(await shopper.get(`${path}/oidc-profiles`), 200).body).toEqual({ data: [] })
  expect((await stranger.get(`${path}/oidc-profiles`)).status).toBe(404)
  const headers = { authorization: `Bearer ${shopper.token}` }
  const other_name = await fetch(`${stage.app.origin}${path}/openid-connect-profiles`, { headers })
  expect(await other_name.json()).toEqual({ data: [] })
})

const USER = 'user-authentication-info'
const MEMBER = 'account-member'

describe('a new store', () => {
  test('responds to concurrent first reads of its settings', async () => {
    const { store } = await stage.tenant()
    for (const path of ['/v2/settings/account-authentication', '/v2/settings/customer-authentication']) {
      const responses = await Promise.all(Array.from({ length: 10 }, () => store.get(path)))
      expect(responses.map(({ status }) => status)).toEqual(Array(10).fill(200))
      expect(new Set(responses.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    }
  })

  test('has both realms, found through its settings, and emitted no events for them', async () => {
    const { store } = await stage.tenant()
    const { body: events } = await store.get('/v2/events?page[limit]=100')
    const keys = events.data.map(({ triggered_by }: { triggered_by: string }) => triggered_by)
    expect(keys.sort()).toEqual(['currency.created', 'settings.created'])
    for (const origin of ['customer', 'account'] as const) {
      const { body } = expectStatus(await store.get(await realm(origin, store)), 200)
      expect(body.data).toMatchObject({ redirect_uris: [], duplicate_email_policy: 'unassignable' })
      const settings = { type: `${origin}_authentication_settings`, id: store.store_id }
      expect(body.data.relationships.origin.data).toEqual(settings)
      expect((await store.get(`/v2/settings/${origin}-authentication`)).body.data.id).toBe(store.store_id)
    }
    expect((await store.get('/v2/authentication-realms')).body.data).toHaveLength(2)
  })

  test('cannot lose its realms', async () => {
    for (const origin of ['customer', 'account'] as const)
      expect((await seller.delete(await realm(origin))).status).toBe(409)
  })
})

describe('a realm', () => {
  test.each(['allowed', 'unassignable', 'api_only', 'unallowed', 'disallowed'])(
    'stores the policy %s and its redirect_uris',
    async (duplicate_email_policy) => {
      const data = {
        type: 'authentication-realm',
        name: 'Buyers',
        redirect_uris: ['https://shop.example.com/callback'],
        duplicate_email_policy,
      }
      const created = await make('/v2/authentication-realms', data)
      expect(created).toMatchObject({ ...data, type: 'authentication_realm' })
      const user = { type: 'user-authentication-info', name: 'Ada', email: 'ada@example.com' }
      await make(`/v2/authentication-realms/${created.id}/user-authentication-info`, user)
      const again = await seller.post(`/v2/authentication-realms/${created.id}/user-authentication-info`, {
        data: user,
      })
      expect(again.status).toBe(['allowed', 'api_only'].includes(duplicate_email_policy) ? 201 : 409)
    },
  )

  test('rejects an unknown policy with the list of the valid policies', async () => {
    const data = { type: 'authentication_realm', duplicate_email_policy: 'never' }
    const { status, body } = await seller.put(await realm('customer'), { data })
    expect([status, body.errors[0].detail]).toEqual([
      422,
      'data.duplicate_email_policy must be one of: allowed, api_only, unassignable, unallowed, disallowed.',
    ])
  })
})

describe('settings', () => {
  test('are stored and shown for account members', async () => {
    const changes = { enable_self_signup: true, account_member_self_management: 'update_only' }
    const data = { type: 'account_authentication_settings', ...changes }
    const { body, headers } = expectStatus(await seller.put('/v2/settings/account-authentication', { data }), 200)
    expect(body.data).toMatchObject({ ...data, auto_create_account_for_account_members: false })
    const read = await seller.get('/v2/settings/account-authentication')
    expect([read.body.data, read.headers.get('etag')]).toEqual([body.data, headers.get('etag')])
    const stale = await seller.put('/v2/settings/account-authentication', { data }, { 'if-match': '"99"' })
    expect(stale.status).toBe(409)
    const wrong = { enable_self_signup: 'yes', account_member_self_management: 'all' }
    const refused = expectStatus(await seller.put('/v2/settings/account-authentication', { data: wrong }), 422)
    expect(refused.body.errors.map(({ detail }: { detail: string }) => detail)).toEqual([
      'data.enable_self_signup must be true or false.',
      'data.account_member_self_management must be one of: disabled, update_only.',
    ])
  })

  test('have nothing to change for customers', async () => {
    const path = '/v2/settings/customer-authentication'
    const same = await seller.put(path, { data: { type: 'customer-authentication-settings' } })
    expect([same.status, same.body]).toEqual([200, (await seller.get(path)).body])
    expect((await seller.put(path, { data: { allow: true } })).status).toBe(422)
    expect((await shopper.get(path)).status).toBe(403)
  })

  test('are readable by shoppers for account members, and belong to a store only', async () => {
    const path = '/v2/settings/account-authentication'
    expect((await shopper.get(path)).body).toEqual((await seller.get(path)).body)
    expect((await shopper.put(path, { data: {} })).status).toBe(403)
    expect((await (await stage.tenant()).organization.get(path)).status).toBe(400)
  })

  test('create an account of the same name for a new member when enabled', async () => {
    const own = (await stage.tenant()).store
    const data = { auto_create_account_for_account_members: true }
    expectStatus(await own.put('/v2/settings/account-authentication', { data }), 200)
    const user = { type: 'user_authentication_info', name: 'Eve Reed', email: 'eve@example.com' }
    const { body } = expectStatus(await own.post(`${await realm('account', own)}/${USER}`, { data: user }), 201)
    const { body: accounts } = await own.get('/v2/accounts')
    expect(accounts.data).toMatchObject([{ name: 'Eve Reed', legal_name: 'Eve Reed' }])
    const memberships = await own.get(`/v2/account-members/${body.data.id}/account-memberships`)
    expect(memberships.body.data[0].relationships.account.data.id).toBe(accounts.data[0].id)
  })
})

describe('a user of the account realm', () => {
  test('changes its account member when created, renamed or deleted', async () => {
    const users = `${await realm('account')}/${USER}`
    const { id } = await make(users, { type: 'user_authentication_info', name: 'Ada', email: 'Ada.One@example.com' })
    const member = async () => (await seller.get(`/v2/account-members/${id}`)).body.data
    const shown = { type: 'account_member', id, name: 'Ada', email: 'ada.one@example.com' }
    expect(await member()).toMatchObject({ ...shown, user_authentication_info_id: id })
    const update = { type: 'user_authentication_info', name: 'Ada Reed' }
    expectStatus(await seller.put(`${users}/${id}`, { data: update }), 200)
    expect(await member()).toMatchObject({ ...shown, name: 'Ada Reed' })
    expectStatus(await seller.delete(`${users}/${id}`), 200)
    expect((await seller.get(`/v2/account-members/${id}`)).status).toBe(404)
    const each = (resource: string) => ['created 1', 'deleted 3', 'updated 2'].map((end) => `${resource}.${end}`)
    expect(await emitted(id)).toEqual([...each(MEMBER), ...each(USER)])
  })

  test('changes when its account member is created, renamed or deleted', async () => {
    const users = `${await realm('account')}/${USER}`
    const data = { type: 'account_member', name: 'Ada', email: 'Ada.Two@example.com' }
    const { id } = await make('/v2/account-members', data)
    const one = `/v2/account-members/${id}`
    const user = async () => (await seller.get(`${users}/${id}`)).body.data
    expect(await user()).toMatchObject({ id, name: 'Ada', email: 'ada.two@example.com' })
    expectStatus(await seller.put(one, { data: { type: 'account_member', email: 'ada.three@example.com' } }), 200)
    expect(await user()).toMatchObject({ name: 'Ada', email: 'ada.three@example.com' })
    expect((await seller.put(one, { data: { name: 'Stale' } }, { 'if-match': '"1"' })).status).toBe(409)
    expectStatus(await seller.delete(one), 200)
    expect((await seller.get(`${users}/${id}`)).status).toBe(404)
    const each = (resource: string) => ['created 1', 'deleted 3', 'updated 2'].map((end) => `${resource}.${end}`)
    expect(await emitted(id)).toEqual([...each(MEMBER), ...each(USER)])
  })

  test('a user of another realm has no account member', async () => {
    const users = `${await realm('customer')}/${USER}`
    const { id } = await make(users, { type: 'user_authentication_info', name: 'Ida', email: 'ida@example.com' })
    expect((await seller.get(`/v2/account-members/${id}`)).status).toBe(404)
  })

  test('has one e-mail address, by the policy of the realm', async () => {
    const data = { type: 'account_member', name: 'Ada', email: 'same@example.com' }
    await make('/v2/account-members', data)
    const user = { ...data, type: 'user_authentication_info' }
    const path = await realm('account')
    for (const [list, body] of [
      [`${path}/${USER}`, user],
      ['/v2/account-members', data],
    ] as const) {
      const { status, body: answer } = await seller.post(list, { data: body })
      expect([status, answer.errors[0].source.pointer]).toEqual([409, '/data/email'])
    }
    expectStatus(await seller.put(path, { data: { duplicate_email_policy: 'api_only' } }), 200)
    await make('/v2/account-members', data)
    expect((await seller.put(path, { data: { duplicate_email_policy: 'unassignable' } })).status).toBe(409)
  })

  test('logs in with the password profile of the realm', async () => {
    const path = await realm('account')
    const { id } = await make(`${path}/${USER}`, { name: 'Ada', email: 'login@example.com' })
    const profile = await make(`${path}/password-profiles`, { type: 'password-profile', name: 'Mail' })
    const sign_in = { password_profile_id: profile.id, username: 'login', password: 'correct horse' }
    await make(`${path}/${USER}/${id}/user-authentication-password-profile-info`, sign_in)
    const { account } = await join(seller, id)
    const data = { authentication_mechanism: 'password', ...sign_in }
    const { body } = expectStatus(await shopper.post('/v2/account-members/tokens', { data }), 201)
    expect(body.data).toMatchObject([{ account_id: account }])
    const timeout = { account_management_authentication_token_timeout_secs: 600 }
    expectStatus(await seller.put('/v2/settings/account-authentication', { data: timeout }), 200)
    const before = Math.floor(Date.now() / 1000)
    const { expires } = (await shopper.post('/v2/account-members/tokens', { data })).body.data[0]
    const secondsOf = (time: string) => Date.parse(time) / 1000
    expect(secondsOf(expires) - before).toBeGreaterThanOrEqual(600)
    expect(secondsOf(expires)).toBeLessThanOrEqual(Math.floor(Date.now() / 1000) + 600)
    expect(secondsOf(body.data[0].expires) - before).toBeGreaterThan(80_000)
    const short = { ...sign_in, username: 'short', password: '7 chars' }
    const refused = await seller.post(`${path}/${USER}/${id}/user-authentication-password-profile-info`, {
      data: short,
    })
    expect(refused.body.errors[0].detail).toBe('data.password must be at least 8 characters long.')
  })
})

test('members without any account, and without a given account, are listed', async () => {
  const own = (await stage.tenant()).store
  const person = async (name: string) => {
    const data = { type: 'account_member', name, email: `${name}@example.com` }
    return expectStatus(await own.post('/v2/account-members', { data }), 201).body.data
  }
  const [ada, eve] = [await person('ada'), await person('eve')]
  const [one, other] = [await join(own, ada.id), await join(own, eve.id)]
  const ida = await person('ida')
  const list = async (path: string) => (await own.get(`${path}/unassigned-account-members?sort=id`)).body.data
  expect(await list('/v2/account-memberships')).toEqual([ida])
  expect(await list(`/v2/accounts/${one.account}/account-memberships`)).toEqual([eve, ida])
  expect(await list(`/v2/accounts/${other.account}/account-memberships`)).toEqual([ada, ida])
  const nowhere = `/v2/accounts/${ada.id}/account-memberships/unassigned-account-members`
  expect((await own.get(nowhere)).status).toBe(404)
  expect((await shopper.get('/v2/account-memberships/unassigned-account-members')).status).toBe(403)
})

test('an unsuitable filter is rejected', async () => {
  const { account } = await join(seller, (await make('/v2/account-members', { name: 'B', email: 'b@example.com' })).id)
  for (const list of ['/v2/account-memberships', `/v2/accounts/${account}/account-memberships`])
    expect((await seller.get(`${list}/unassigned-account-members?filter=eq(color,red)`)).status).toBe(400)
})

test('covers a success and a failure of every realm operation', () => {
  const names = /AuthenticationSettings$|^ListUnassigned/
  expect(unseen(stage.contract, ({ operationId }) => names.test(operationId))).toEqual([])
})
