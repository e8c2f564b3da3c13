import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { encodeId } from '../../../src/storefront/hypermedia/opaque-id.ts'
import { openSharedStage, type Stage } from '../../support/stage.ts'
import { expectStatus, watchEvents } from '../../support/store/shop.ts'
import { addItem, type Json, messageIds, openStore, scopeOf, shopperOf } from '../../support/storefront/carts.ts'
import {
  clientWith,
  hrefs,
  openStorefront,
  type StorefrontClient,
  tokenFor,
} from '../../support/storefront/hypermedia.ts'

const PASSWORD = 'correct horse battery'

let stage: Stage
let seller: Awaited<ReturnType<Stage['tenant']>>['store']
let shopper: typeof seller
let scope: string
let anonymous: StorefrontClient
beforeAll(async () => {
  stage = await openSharedStage()
  ;({ store: seller, shopper } = await stage.tenant())
  scope = await scopeOf(stage, seller)
})
beforeEach(async () => {
  anonymous = await openStorefront(stage.app, scope)
})
afterAll(() => stage.close())

const newEmail = () => `${crypto.randomUUID()}@example.com`

/** Creates a customer with this name and logs in. */
async function customerNamed(name: string) {
  const email = newEmail()
  const made = await seller.post('/v2/customers', { data: { type: 'customer', name, email, password: PASSWORD } })
  const { id } = expectStatus(made, 201).body.data
  const { body } = await tokenFor(stage.app.origin, { role: 'REGISTERED', scope, username: email, password: PASSWORD })
  return { id, email, client: clientWith(stage.app.origin, body.access_token) }
}

const nameOf = async (id: string) => expectStatus(await seller.get(`/v2/customers/${id}`), 200).body.data.name

const PARTS = ['addresses', 'emails', 'paymentmethods', 'purchases', 'wishlists']

describe('a profile', () => {
  test.each([
    ['Ada Marsh', 'Ada', 'Marsh'],
    ['Ada Jo Marsh', 'Ada Jo', 'Marsh'],
    ['Ada', 'Ada', ''],
  ])('a customer named %j has the names %j and %j, and its own id', async (name, given, family) => {
    const { id, client } = await customerNamed(name)
    const profile = await client.walk('defaultprofile')
    expect(profile).toEqual({
      self: {
        type: 'shop.profiles.profile',
        uri: `/profiles/${scope}/${encodeId(id)}`,
        href: expect.any(String),
        'max-age': 0,
      },
      messages: [],
      links: PARTS.map((rel) => expect.objectContaining({ rel, rev: 'profile' })),
      'given-name': given,
      'family-name': family,
    })
    expect((await client.get(profile.self.href)).body).toEqual(profile)
    expect((await client.root('defaultprofile'))._defaultprofile).toEqual([profile])
  })

  test.for(PARTS)('links to its %s, which link back', async (part) => {
    const { client } = await customerNamed('Ada Marsh')
    const profile = await client.walk('defaultprofile')
    const there = await client.follow(profile, part, 'profile')
    expect([there._profile, there.links.find(({ rel }: Json) => rel === 'profile').rev]).toEqual([[profile], part])
  })

  test("an anonymous shopper's profile has no names, and cannot be changed", async () => {
    const profile = await anonymous.walk('defaultprofile')
    expect(profile).toMatchObject({ 'given-name': '', 'family-name': '' })
    expect(profile.links.map(({ rel }: Json) => rel)).toEqual(PARTS)
    const refused = await anonymous.send('PUT', profile.self.href, { 'given-name': 'Ada' })
    expect([refused.status, messageIds(refused)]).toEqual([403, ['forbidden']])
    expect(refused.body.messages[0]['debug-message']).toContain('register')
  })

  test('is hidden from other shoppers, and rejects an invalid id', async () => {
    const { client } = await customerNamed('Ada Marsh')
    const { self } = await client.walk('defaultprofile')
    const at = (id: string) => self.href.replace(/[^/]+$/, id)
    const others = [self.href, at(encodeId(crypto.randomUUID())), at(encodeId('nonsense')), at('!!')]
    for (const method of ['GET', 'PUT']) {
      const answers = await Promise.all(
        others.map((href) => anonymous.send(method, href, method === 'PUT' ? { 'given-name': 'Eve' } : undefined)),
      )
      expect(answers.map((response) => [response.status, messageIds(response)])).toEqual([
        [403, ['forbidden']],
        [403, ['forbidden']],
        [404, ['not.found']],
        [400, ['malformed.query']],
      ])
    }
    expect((await client.get((await anonymous.walk('defaultprofile')).self.href)).status).toBe(403)
    expect((await client.get(self.href.replace(scope, 'elsewhere'))).status).toBe(403)
  })

  test('changes only the names in the body, and emits customer.updated for a change', async () => {
    const { id, client } = await customerNamed('Ada Marsh')
    const { href } = (await client.walk('defaultprofile')).self
    const watch = await watchEvents(seller)
    const put = async (body: unknown) => [(await client.send('PUT', href, body)).status, await nameOf(id)]
    expect(await put({ 'family-name': ' Lake ' })).toEqual([204, 'Ada Lake'])
    expect(await put({ 'given-name': 'Ada Jo' })).toEqual([204, 'Ada Jo Lake'])
    expect(await put({ 'given-name': 'Jo', 'family-name': 'Hill' })).toEqual([204, 'Jo Hill'])
    expect(await put({ 'family-name': '' })).toEqual([204, 'Jo'])
    expect(await watch.emitted()).toEqual(Array(4).fill('customer.updated'))
    const [event] = await watch.events()
    expect(event?.payload.data).toMatchObject({ id, name: 'Ada Lake' })
    await watch.again()
    expect(await put({})).toEqual([204, 'Jo'])
    expect(await put({ 'given-name': 'Jo', 'family-name': null })).toEqual([204, 'Jo'])
    expect(await watch.emitted()).toEqual([])
    expect(await client.walk('defaultprofile')).toMatchObject({ 'given-name': 'Jo', 'family-name': '' })
  })

  test('reports all invalid fields, and changes nothing', async () => {
    const { id, client } = await customerNamed('A'.repeat(200))
    const { href } = (await client.walk('defaultprofile')).self
    const refusals: [Record<string, unknown>, Json[]][] = [
      [{ 'given-name': ' ' }, [['field.required', { 'field-name': 'given-name' }]]],
      [
        { 'given-name': 'x'.repeat(128), 'family-name': [] },
        [
          ['field.invalid.size', { 'field-name': 'given-name', 'min-length': '1', 'max-length': '127' }],
          ['field.invalid.format', { 'field-name': 'family-name' }],
        ],
      ],
      [
        { 'family-name': 'x'.repeat(55) },
        [['field.invalid.size', { 'field-name': 'family-name', 'min-length': '1', 'max-length': '254' }]],
      ],
    ]
    for (const [sent, messages] of refusals) {
      const { status, body } = await client.send('PUT', href, sent)
      expect([status, body.messages.map(({ id, data }: Json) => [id, data])]).toEqual([400, messages])
    }
    expect(await nameOf(id)).toBe('A'.repeat(200))
    expect((await client.send('PUT', href, { 'family-name': 'x'.repeat(54) })).status).toBe(204)
  })

  test('is read once, even if a response contains it several times', async () => {
    const { client } = await customerNamed('Ada Marsh')
    const { self } = await client.walk('defaultprofile')
    const statements = vi.spyOn(stage.app.foundation.db, 'execute')
    const counted = async (href: string) => {
      statements.mockClear()
      expect((await client.get(href)).status).toBe(200)
      const sent = statements.mock.calls.map(([text]) => text)
      return sent.filter((sql) => / from customers /.test(sql)).length
    }
    const root = `${stage.app.origin}/storefront`
    expect([await counted(root), await counted(self.href), await counted(`${root}?zoom=defaultprofile`)]).toEqual([
      0, 1, 1,
    ])
    statements.mockRestore()
  })

  test("a deleted customer's profile is not found", async () => {
    const { id, client } = await customerNamed('Ada Marsh')
    const { href } = (await client.walk('defaultprofile')).self
    await seller.call('DELETE', `/v2/customers/${id}`)
    expect([401, 404]).toContain((await client.get(href)).status)
    expect([401, 404]).toContain((await client.send('PUT', href, { 'given-name': 'Eve' })).status)
  })
})

describe('registering', () => {
  const ADA = { 'given-name': 'Ada Jo', 'family-name': 'Marsh', password: PASSWORD }
  const messagesOf = ({ body }: { body: Json }) => body.messages.map(({ id, data }: Json) => [id, data])
  const actionOf = async (client = anonymous) => hrefs(await client.walk('newaccountform'), 'registeraction')[0] ?? ''
  const register = async (sent: unknown, query = '') => anonymous.send('POST', `${await actionOf()}${query}`, sent)
  const logIn = (username: string, password = PASSWORD) =>
    tokenFor(stage.app.origin, { role: 'REGISTERED', scope, username, password })

  test('has a form that is its own action', async () => {
    const form = await anonymous.walk('newaccountform')
    expect(form).toMatchObject({
      self: { type: 'shop.registrations.new-account-form', uri: `/registrations/${scope}/newaccount/form` },
      'given-name': '',
      'family-name': '',
      username: '',
      password: '',
    })
    expect(await anonymous.follow(form, 'registeraction')).toEqual(form)
    const zoomed = await anonymous.root('newaccountform:registeraction')
    expect(zoomed._newaccountform[0]._registeraction).toEqual([form])
  })

  test('creates a customer, emits customer.created, and does not log in', async () => {
    const watch = await watchEvents(seller)
    const username = newEmail().toUpperCase()
    const { status, headers, body } = await register({ ...ADA, username: ` ${username} ` })
    expect([status, body]).toEqual([201, null])
    const { body: list } = await seller.get(`/v2/customers?filter=eq(email,${username.toLowerCase()})`)
    expect(list.data).toMatchObject([{ name: 'Ada Jo Marsh', email: username.toLowerCase(), password: true }])
    const [{ id }] = list.data
    expect(headers.get('location')).toBe(`${stage.app.origin}/storefront/profiles/${scope}/${encodeId(id)}`)
    expect(await watch.emitted()).toEqual(['customer.created'])
    expect(JSON.stringify(await watch.events())).not.toContain(PASSWORD)
    const location = headers.get('location') ?? ''
    expect((await anonymous.get(location)).status).toBe(403)
    expect(await anonymous.walk('defaultprofile')).toMatchObject({ 'given-name': '' })
    const customer = clientWith(stage.app.origin, (await logIn(username)).body.access_token)
    expect((await customer.get(location)).body).toEqual(await customer.walk('defaultprofile'))
  })

  test('succeeds without a body, even with FollowLocation', async () => {
    const { status, headers, body } = await register({ ...ADA, username: newEmail() }, '?FollowLocation&zoom=addresses')
    expect([status, body]).toEqual([201, null])
    expect((await anonymous.get(headers.get('location') ?? '')).status).toBe(403)
  })

  test.each([{}, { 'family-name': null }, { 'family-name': ' ' }])('takes one name, with %j', async (family) => {
    const username = newEmail()
    expect((await register({ 'given-name': 'Suharto', ...family, username, password: PASSWORD })).status).toBe(201)
    const { body } = await seller.get(`/v2/customers?filter=eq(email,${username})`)
    expect(body.data).toMatchObject([{ name: 'Suharto' }])
  })

  test('does not trim the password', async () => {
    const [username, password] = [newEmail(), `  ${'ü'.repeat(250)}   `]
    expect((await register({ ...ADA, username, password })).status).toBe(201)
    expect((await logIn(username, password)).status).toBe(200)
    expect((await logIn(username, password.trim())).status).toBe(401)
  })

  test.each<[Record<string, unknown>, Json[]]>([
    [{}, ['given-name', 'username', 'password'].map((field) => ['field.required', { 'field-name': field }])],
    [
      { 'given-name': ' ', 'family-name': null, username: '', password: [] },
      [
        ['field.required', { 'field-name': 'given-name' }],
        ['field.required', { 'field-name': 'username' }],
        ['field.invalid.format', { 'field-name': 'password' }],
      ],
    ],
    [
      { 'given-name': 'x'.repeat(128), 'family-name': {}, username: 'ada', password: 'secrets' },
      [
        ['field.invalid.size', { 'field-name': 'given-name', 'min-length': '1', 'max-length': '127' }],
        ['field.invalid.format', { 'field-name': 'family-name' }],
        ['field.invalid.email.format', { 'field-name': 'username' }],
        ['field.invalid.size', { 'field-name': 'password', 'min-length': '8', 'max-length': '255' }],
      ],
    ],
    [
      { ...ADA, username: `${'a'.repeat(250)}@example.com`, password: 12345678 },
      [
        ['field.invalid.size', { 'field-name': 'username', 'min-length': '1', 'max-length': '254' }],
        ['field.invalid.format', { 'field-name': 'password' }],
      ],
    ],
    [
      { ...ADA, username: 'ada@example.com', password: 'x'.repeat(256) },
      [['field.invalid.size', { 'field-name': 'password', 'min-length': '8', 'max-length': '255' }]],
    ],
  ])('a registration with %j reports all problems, without the password', async (sent, messages) => {
    const watch = await watchEvents(seller)
    const refused = await register(sent)
    expect([refused.status, messagesOf(refused)]).toEqual([400, messages])
    if (typeof sent.password === 'string') expect(JSON.stringify(refused.body)).not.toContain(sent.password)
    expect(await watch.emitted()).toEqual([])
  })

  test('has no action in a store that does not allow it, and is rejected', async () => {
    const { store: closed } = await stage.tenant()
    const visitor = await openStorefront(stage.app, await scopeOf(stage, closed))
    const [action = ''] = hrefs(await visitor.walk('newaccountform'), 'registeraction')
    const setting = (customer_self_signup: boolean) =>
      closed.put('/v2/settings', { data: { type: 'settings', customer_self_signup } })
    expectStatus(await setting(false), 200)
    expect(hrefs(await visitor.walk('newaccountform'), 'registeraction')).toEqual([])
    const refused = await visitor.send('POST', action, { ...ADA, username: newEmail() })
    expect([refused.status, messageIds(refused)]).toEqual([403, ['forbidden']])
    expectStatus(await setting(true), 200)
    expect((await visitor.send('POST', action, { ...ADA, username: newEmail() })).status).toBe(201)
  })

  test('rejects a registered username in any case, with a limit on attempts', async () => {
    const { email } = await customerNamed('Ada Marsh')
    const watch = await watchEvents(seller)
    for (let tried = 0; tried < 10; tried += 1) {
      const refused = await register({ ...ADA, username: tried % 2 === 0 ? email : email.toUpperCase() })
      expect([refused.status, messagesOf(refused)]).toEqual([
        409,
        [['username.not.unique', { 'field-name': 'username' }]],
      ])
    }
    const refused = await register({ ...ADA, username: email })
    expect([refused.status, messageIds(refused)]).toEqual([429, ['too.many.requests']])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await register({ ...ADA, username: newEmail() })).status).toBe(201)
    const taken = await shopper.post('/v2/customers', {
      data: { type: 'customer', name: 'Ada', email, password: PASSWORD },
    })
    expect(taken.status).toBe(429)
    expect((await logIn(email)).status).toBe(200)
    expect(await watch.emitted()).toEqual(['customer.created'])
  })

  test('has no link for customers, and is rejected for them', async () => {
    const action = await actionOf()
    const { client } = await customerNamed('Ada Marsh')
    expect(hrefs(await client.root(), 'newaccountform')).toEqual([])
    expect((await client.root('newaccountform'))._newaccountform).toBeUndefined()
    const watch = await watchEvents(seller)
    const answers = [await client.get(action), await client.send('POST', action, { ...ADA, username: newEmail() })]
    expect(answers.map((response) => [response.status, messageIds(response)])).toEqual(
      Array(2).fill([403, ['forbidden']]),
    )
    expect((await anonymous.get(action.replace(scope, 'elsewhere'))).status).toBe(403)
    expect(await watch.emitted()).toEqual([])
  })
})

test('a client registers, logs in with its cart, and changes the profile by following links from the root', async () => {
  const store = await openStore(stage)
  const before = await shopperOf(store)
  expect((await addItem(store, before, { sku: 'LAMP' }, { quantity: 2 })).status).toBe(201)
  const [action = ''] = hrefs(await before.walk('newaccountform'), 'registeraction')
  const username = newEmail()
  const form = `{'given-name': 'Ada', 'family-name': 'Marsh', username: '${username}', password: '${PASSWORD}'}`
  expect((await before.send('POST', action, form)).status).toBe(201)
  const fields = { role: 'REGISTERED', scope: store.scope, username, password: PASSWORD }
  const { body } = await tokenFor(store.origin, fields, { authorization: `Bearer ${before.token}` })
  const ada = clientWith(store.origin, body.access_token)
  const root = await ada.root('defaultprofile,defaultcart')
  const [[profile], [cart]] = [root._defaultprofile, root._defaultcart]
  expect([profile['given-name'], profile['family-name'], cart['total-quantity']]).toEqual(['Ada', 'Marsh', 2])
  expect((await ada.send('PUT', profile.self.href, { 'family-name': 'Lake' })).status).toBe(204)
  expect(await ada.walk('defaultprofile')).toMatchObject({ 'given-name': 'Ada', 'family-name': 'Lake' })
})
