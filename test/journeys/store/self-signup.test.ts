import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createKey } from '../../../src/access/keys.ts'
import { type Client, openClient } from '../../support/app.ts'
import { openSharedStage, type Stage } from '../../support/stage.ts'
import { makeMember, makePerson } from '../../support/store/people.ts'
import { expectStatus } from '../../support/store/shop.ts'

const PASSWORD = 'correct horse battery'

let stage: Stage
beforeAll(async () => {
  stage = await openSharedStage()
})
afterAll(() => stage.close())

/** A store and an anonymous shopper. */
async function openStore() {
  const { store } = await stage.tenant()
  const { organization_id, store_id } = store
  const key = await createKey(stage.app.foundation.db, { organization_id, store_id, name: 'of a shop' }, Date.now())
  return { store, shopper: await openClient(stage.app, { organization_id, store_id }, key, 'implicit') }
}

const email = () => `${crypto.randomUUID()}@example.com`

async function eventsOf(store: Client): Promise<string[]> {
  const { body } = expectStatus(await store.get('/v2/events?sort=id&page[limit]=100'), 200)
  return body.data.map(({ triggered_by }: { triggered_by: string }) => triggered_by)
}

describe('customers', () => {
  const register = (client: Client, more: object = {}) =>
    client.post('/v2/customers', {
      data: { type: 'customer', name: 'Ron Swanson', email: email(), password: PASSWORD, ...more },
    })
  const setting = async (store: Client, customer_self_signup: boolean) =>
    expectStatus(await store.put('/v2/settings', { data: { type: 'settings', customer_self_signup } }), 200)

  test('register themselves unless the store reserves this for sellers', async () => {
    const { store, shopper } = await openStore()
    expectStatus(await register(shopper), 201)
    await setting(store, false)
    const refused = expectStatus(await register(shopper), 403)
    expect(refused.body.errors[0].detail).toContain('customer_self_signup to true with PUT /v2/settings')
    expectStatus(await register(store), 201)
    await setting(store, true)
    expectStatus(await register(shopper), 201)
  })

  test('cannot register a taken address in any case, and may try ten at once', async () => {
    const { shopper } = await openStore()
    const taken = email()
    expectStatus(await register(shopper, { email: taken }), 201)
    const statuses = []
    for (let tries = 0; tries < 11; tries += 1)
      statuses.push((await register(shopper, { email: taken.toUpperCase() })).status)
    expect(statuses).toEqual([...Array(10).fill(409), 429])
    expectStatus(await register(shopper), 201)
    const logIn = { data: { type: 'token', email: taken, password: PASSWORD } }
    expectStatus(await shopper.post('/v2/customers/tokens', logIn), 201)
  })

  test('may try ten taken addresses at once when changing their own', async () => {
    const { store, shopper } = await openStore()
    const [taken, own] = [email(), email()]
    expectStatus(await register(shopper, { email: taken }), 201)
    const { id } = expectStatus(await register(shopper, { email: own }), 201).body.data
    const logIn = (address: string) =>
      shopper.post('/v2/customers/tokens', { data: { type: 'token', email: address, password: PASSWORD } })
    const headers = { 'X-Customer-Token': expectStatus(await logIn(own), 201).body.data.token }
    const change = (more: object) => ({ data: { type: 'customer', ...more } })
    const at = `/v2/customers/${id}`
    const statuses = []
    for (let tries = 0; tries < 11; tries += 1)
      statuses.push((await shopper.put(at, change({ email: taken }), headers)).status)
    expect(statuses).toEqual([...Array(10).fill(409), 429])
    expectStatus(await register(shopper, { email: taken }), 429)
    expectStatus(await logIn(taken), 201)
    expectStatus(await shopper.put(at, change({ name: 'Ron', email: own }), headers), 200)
    expectStatus(await shopper.put(at, change({ email: email() }), headers), 200)
    expectStatus(await store.put(at, change({ email: taken })), 409)
  })

  test('follow the password rules, and have no rights of a seller', async () => {
    const { shopper } = await openStore()
    expectStatus(await register(shopper, { password: 'short' }), 422)
    expectStatus(await register(shopper, { segments: ['vip'] }), 403)
  })
})

type SignUp = Record<string, unknown>

/** Sign-up request of published clients, by the profile of the account realm. */
async function signUpOf(store: Client, more: SignUp = {}): Promise<{ data: SignUp & { username: string } }> {
  const { relationships } = expectStatus(await store.get('/v2/settings/account-authentication'), 200).body.data
  const profiles = `/v2/authentication-realms/${relationships.authentication_realm.data.id}/password-profiles`
  const known = expectStatus(await store.get(profiles), 200).body.data
  const profile = { type: 'password_profile', name: 'Passwords', username_format: 'email' }
  const { id } = known[0] ?? expectStatus(await store.post(profiles, { data: profile }), 201).body.data
  const username = email()
  return {
    data: {
      type: 'account_management_authentication_token',
      authentication_mechanism: 'self_signup',
      password_profile_id: id,
      username,
      password: PASSWORD,
      name: 'Ron Swanson',
      email: username,
      ...more,
    },
  }
}

/** New password profile of the account realm. */
async function profileOf(store: Client, username_format: string) {
  const { relationships } = expectStatus(await store.get('/v2/settings/account-authentication'), 200).body.data
  const profiles = `/v2/authentication-realms/${relationships.authentication_realm.data.id}/password-profiles`
  const profile = { type: 'password_profile', name: 'Names', username_format }
  return { password_profile_id: expectStatus(await store.post(profiles, { data: profile }), 201).body.data.id }
}

const setting = async (store: Client, settings: object) => {
  const data = { type: 'account_authentication_settings', ...settings }
  return expectStatus(await store.put('/v2/settings/account-authentication', { data }), 200)
}

const TOKENS = '/v2/account-members/tokens'
const OPEN = { enable_self_signup: true, auto_create_account_for_account_members: true }

describe('account members', () => {
  test('register if the settings allow it, and are logged in to an account of their name', async () => {
    const { store, shopper } = await openStore()
    const body = await signUpOf(store)
    const refused = expectStatus(await shopper.post(TOKENS, body), 403)
    expect(refused.body.errors[0].detail).toContain('enable_self_signup to true')
    await setting(store, OPEN)
    const before = (await eventsOf(store)).length
    const signedUp = expectStatus(await shopper.post(TOKENS, body), 201).body
    expect(signedUp).toMatchObject({
      data: [{ type: 'account_management_authentication_token', account_name: 'Ron Swanson' }],
      meta: { results: { total: 1 }, page: { total: 1 } },
    })
    const [{ token, account_id }] = signedUp.data
    const id = signedUp.meta.account_member_id
    const headers = { 'EP-Account-Management-Authentication-Token': token }
    const own = expectStatus(await shopper.call('GET', `/v2/account-members/${id}`, undefined, headers), 200)
    expect(own.body.data).toMatchObject({ name: 'Ron Swanson', email: body.data.username })
    expectStatus(await shopper.call('GET', `/v2/accounts/${account_id}`, undefined, headers), 200)
    const events = (await eventsOf(store)).slice(before)
    expect(events.toSorted()).toEqual([
      'account-member.created',
      'account-membership.created',
      'account.created',
      'user-authentication-info.created',
    ])
    const { name: _, email: __, ...logIn } = { ...body.data, authentication_mechanism: 'password' } as SignUp
    const loggedIn = expectStatus(await shopper.post(TOKENS, { data: logIn }), 201).body
    expect(loggedIn.meta.account_member_id).toBe(id)
    expect(JSON.stringify(expectStatus(await store.get('/v2/events?page[limit]=100'), 200).body)).not.toContain(
      PASSWORD,
    )
  })

  test('get no account without the setting that creates one', async () => {
    const { store, shopper } = await openStore()
    await setting(store, { enable_self_signup: true })
    const { body } = expectStatus(await shopper.post(TOKENS, await signUpOf(store)), 201)
    expect([body.data, body.meta.account_member_id]).toEqual([[], expect.any(String)])
  })

  test('cannot take existing names, try ten at once at most, and leave nothing when rejected', async () => {
    const { store, shopper } = await openStore()
    await setting(store, OPEN)
    const body = await signUpOf(store)
    expectStatus(await shopper.post(TOKENS, body), 201)
    const count = async () => expectStatus(await store.get('/v2/account-members'), 200).body.meta.results.total
    const before = await count()
    const other = await signUpOf(store)
    const takenEmail = await shopper.post(TOKENS, { data: { ...other.data, email: body.data.username } })
    expect([takenEmail.status, takenEmail.body.errors[0].source]).toEqual([409, { pointer: '/data/email' }])
    const again = { data: { ...body.data, username: body.data.username.toUpperCase(), email: email() } }
    const takenName = await shopper.post(TOKENS, again)
    expect([takenName.status, takenName.body.errors[0].source]).toEqual([409, { pointer: '/data/username' }])
    const statuses = []
    for (let tries = 0; tries < 10; tries += 1) statuses.push((await shopper.post(TOKENS, again)).status)
    expect(statuses).toEqual([...Array(9).fill(409), 429])
    expect(await count()).toBe(before)
  })

  test.each([
    ['any', 'those that differ by case are counted apart', [401, 201, 429]],
    ['email', 'all spellings are counted together', [429, 429, 429]],
  ])('log in with usernames in the format %s: %s', async (username_format, _, expected) => {
    const { store, shopper } = await openStore()
    await setting(store, OPEN)
    const more = await profileOf(store, username_format)
    const [victim, twin] = [await signUpOf(store, more), await signUpOf(store, more)]
    const username = String(victim.data.username)
    const spelled = username.toUpperCase()
    expectStatus(await shopper.post(TOKENS, victim), 201)
    if (username_format === 'any')
      expectStatus(await shopper.post(TOKENS, { data: { ...twin.data, username: spelled } }), 201)
    const logIn = async (name: string, password: string) => {
      const proof = { authentication_mechanism: 'password', password_profile_id: more.password_profile_id, password }
      const data = { type: victim.data.type, ...proof, username: name }
      return (await shopper.post(TOKENS, { data })).status
    }
    for (let tries = 0; tries < 10; tries += 1) expect(await logIn(username, 'a wrong guess')).toBe(401)
    const statuses = [await logIn(spelled, 'a wrong guess'), await logIn(spelled, PASSWORD)]
    expect([...statuses, await logIn(username, PASSWORD)]).toEqual(expected)
  })

  test.each<[SignUp, string[]]>([
    [{ password: 'short' }, ['/data/password']],
    [{ name: undefined, email: undefined }, ['/data/name', '/data/email']],
    [{ email: 'no address' }, ['/data/email']],
    [{ username: 'no address' }, ['/data/username']],
    [{ password_profile_id: '0199f3a0-7c00-7000-8000-000000000001' }, ['/data/password_profile_id']],
  ])('get a pointer to invalid members: %j', async (more, pointers) => {
    const { store, shopper } = await openStore()
    await setting(store, OPEN)
    const { body } = expectStatus(await shopper.post(TOKENS, await signUpOf(store, more)), 422)
    expect(body.errors.map(({ source }: { source: { pointer: string } }) => source.pointer)).toEqual(pointers)
  })

  test('register only in the account realm of their own store', async () => {
    const { store, shopper } = await openStore()
    const { store: foreign } = await openStore()
    await setting(store, OPEN)
    const { password_profile_id } = await makePerson(store)
    const profiles = [password_profile_id, (await signUpOf(foreign)).data.password_profile_id]
    for (const id of profiles)
      expectStatus(await shopper.post(TOKENS, await signUpOf(store, { password_profile_id: id })), 422)
  })
})

describe('members who may change their own user', () => {
  async function openMember() {
    const { store, shopper } = await openStore()
    await setting(store, OPEN)
    const body = await signUpOf(store)
    const { data, meta } = expectStatus(await shopper.post(TOKENS, body), 201).body
    const headers = { 'EP-Account-Management-Authentication-Token': data[0].token }
    const { relationships } = expectStatus(await store.get('/v2/settings/account-authentication'), 200).body.data
    const users = `/v2/authentication-realms/${relationships.authentication_realm.data.id}/user-authentication-info`
    return { store, shopper, headers, user: `${users}/${meta.account_member_id}`, users, sent: body.data }
  }

  const change = { data: { type: 'user_authentication_info', name: 'Leslie Knope', email: 'leslie@example.com' } }

  test('do so with their own tokens only', async () => {
    const { store, shopper, headers, user, users } = await openMember()
    const refused = expectStatus(await shopper.put(user, change, headers), 403)
    expect(refused.body.errors[0].detail).toContain('account_member_self_management to update_only')
    await setting(store, { account_member_self_management: 'update_only' })
    expectStatus(await shopper.put(user, change), 403)
    const changed = expectStatus(await shopper.put(user, change, headers), 200)
    expect(changed.body.data).toMatchObject({ name: 'Leslie Knope', email: 'leslie@example.com' })
    const member = `/v2/account-members/${user.split('/').at(-1)}`
    expect(expectStatus(await store.get(member), 200).body.data.name).toBe('Leslie Knope')
    const person = await makePerson(store)
    const other = await makeMember(store, person)
    for (const path of [`${users}/${other}`, person.user]) expectStatus(await shopper.put(path, change, headers), 404)
    expectStatus(await shopper.put(member, change, headers), 403)
    expectStatus(await shopper.call('DELETE', user, undefined, headers), 403)
  })

  test('may try ten taken names at once', async () => {
    const { store, shopper, headers, user, sent } = await openMember()
    await setting(store, { account_member_self_management: 'update_only' })
    const { data: other } = await signUpOf(store)
    expectStatus(await shopper.post(TOKENS, { data: other }), 201)
    const list = `${user}/user-authentication-password-profile-info`
    const { data } = expectStatus(await shopper.call('GET', list, undefined, headers), 200).body
    const taken = { email: email(), username: other.username }
    const { data: third } = await signUpOf(store, { email: taken.email })
    expectStatus(await shopper.post(TOKENS, { data: third }), 201)
    const changes = [
      [user, { type: 'user_authentication_info', email: taken.email }, { name: 'Ron', email: sent.email }],
      [
        `${list}/${data[0].id}`,
        { type: 'user_authentication_password_profile_info', username: taken.username },
        { username: sent.username },
      ],
    ] as const
    for (const [path, change, own] of changes) {
      const statuses = []
      for (let tries = 0; tries < 11; tries += 1)
        statuses.push((await shopper.put(path, { data: change }, headers)).status)
      expect(statuses).toEqual([...Array(10).fill(409), 429])
      expectStatus(await store.put(path, { data: change }), 409)
      expectStatus(await shopper.put(path, { data: { ...change, ...own } }, headers), 200)
    }
  })

  test('change the names of their account only', async () => {
    const { store, shopper, headers } = await openMember()
    const own = expectStatus(await store.get('/v2/accounts?sort=-id'), 200).body.data[0]
    const path = `/v2/accounts/${own.id}`
    const names = { type: 'account', name: 'Parks', legal_name: 'Parks and Recreation' }
    expectStatus(await shopper.put(path, { data: names }, headers), 403)
    await setting(store, { account_member_self_management: 'update_only' })
    expectStatus(await shopper.put(path, { data: names }), 403)
    expect(expectStatus(await shopper.put(path, { data: names }, headers), 200).body.data).toMatchObject(names)
    const { body } = await store.post('/v2/accounts', { data: { type: 'account', name: 'Other' } })
    expectStatus(await shopper.put(`/v2/accounts/${body.data.id}`, { data: names }, headers), 404)
    for (const more of [
      { parent_id: body.data.id },
      { relationships: { parent: { data: { type: 'account', id: body.data.id } } } },
      { account_tag_ids: [body.data.id] },
      { external_ref: 'mine' },
    ])
      expectStatus(await shopper.put(path, { data: { ...names, ...more } }, headers), 403)
    expect((await store.get(path)).body.data).toMatchObject({ ...names, external_ref: '', parent_id: null })
  })

  test('may send back their account and user as read, and change single members', async () => {
    const { store, shopper, headers, user } = await openMember()
    await setting(store, { account_member_self_management: 'update_only' })
    const { data: list } = expectStatus(await shopper.call('GET', '/v2/accounts', undefined, headers), 200).body
    const path = `/v2/accounts/${list[0].id}`
    const account_tag_ids = ['0199f3a0-7c00-7000-8000-000000000001', '0199f3a0-7c00-7000-8000-000000000000']
    expectStatus(await store.put(path, { data: { type: 'account', account_tag_ids, external_ref: 'erp-1' } }), 200)
    const read = async () => expectStatus(await shopper.call('GET', path, undefined, headers), 200).body.data
    const data = await read()
    expect(expectStatus(await shopper.put(path, { data }, headers), 200).body.data).toEqual(data)
    expectStatus(await shopper.put(path, { data: { links: data.links, meta: data.meta } }, headers), 200)
    const renamed = { ...data, legal_name: 'Parks and Recreation' }
    expectStatus(await shopper.put(path, { data: renamed }, headers), 200)
    expect(await read()).toMatchObject({ legal_name: 'Parks and Recreation', external_ref: 'erp-1' })
    const { status, body } = await shopper.put(path, { data: { ...renamed, external_ref: 'mine' } }, headers)
    expect([status, body.errors[0].detail]).toEqual([403, 'Only a seller can set external_ref.'])
    const own = expectStatus(await store.get(user), 200).body.data
    expect(expectStatus(await shopper.put(user, { data: own }, headers), 200).body.data).toEqual(own)
  })

  test('read and change their log-in, which ends earlier tokens', async () => {
    const { store, shopper, headers, user, users, sent } = await openMember()
    const list = `${user}/user-authentication-password-profile-info`
    expectStatus(await shopper.call('GET', list, undefined, headers), 403)
    await setting(store, { account_member_self_management: 'update_only' })
    const { data } = expectStatus(await shopper.call('GET', list, undefined, headers), 200).body
    expect(data).toMatchObject([{ username: sent.username }])
    const person = await makePerson(store, 'a good password')
    for (const path of [`${users}/${await makeMember(store, person)}`, person.user])
      expectStatus(
        await shopper.call('GET', `${path}/user-authentication-password-profile-info`, undefined, headers),
        404,
      )
    const type = 'user_authentication_password_profile_info'
    const next = { data: { type, password: 'another good password' } }
    expectStatus(await shopper.put(`${list}/${data[0].id}`, next), 422)
    expectStatus(await shopper.put(`${list}/${data[0].id}`, next, headers), 200)
    const { name: _, email: __, ...logIn } = { ...sent, authentication_mechanism: 'password' } as SignUp
    expectStatus(await shopper.post(TOKENS, { data: logIn }), 401)
    expectStatus(await shopper.post(TOKENS, { data: { ...logIn, password: 'another good password' } }), 201)
  })
})
