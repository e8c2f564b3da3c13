import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { opaque } from '../../../src/storefront/hypermedia/opaque.ts'
import { clientWith, openStorefront, type StorefrontClient, tokenFor } from '../../support/hypermedia.ts'
import { expectStatus, watchEvents } from '../../support/shop.ts'
import { openStage, type Stage } from '../../support/stage.ts'
import { type Json, messageIds, scopeOf } from '../../support/storefront-carts.ts'

const PASSWORD = 'correct horse battery'

let stage: Stage
let seller: Awaited<ReturnType<Stage['tenant']>>['store']
let scope: string
let nobody: StorefrontClient
beforeAll(async () => {
  stage = await openStage()
  seller = (await stage.tenant()).store
  scope = await scopeOf(stage, seller)
})
beforeEach(async () => {
  nobody = await openStorefront(stage.app, scope)
})
afterAll(() => stage.close())

const newEmail = () => `${crypto.randomUUID()}@example.com`

/** A customer of this name who has logged in. */
async function customerNamed(name: string) {
  const email = newEmail()
  const made = await seller.post('/v2/customers', { data: { type: 'customer', name, email, password: PASSWORD } })
  const { id } = expectStatus(made, 201).body.data
  const { body } = await tokenFor(stage.app.origin, { role: 'REGISTERED', scope, username: email, password: PASSWORD })
  return { id, email, client: clientWith(stage.app.origin, body.access_token) }
}

const nameOf = async (id: string) => expectStatus(await seller.get(`/v2/customers/${id}`), 200).body.data.name

describe('a profile', () => {
  test.each([
    ['Ada Marsh', 'Ada', 'Marsh'],
    ['Ada Jo Marsh', 'Ada Jo', 'Marsh'],
    ['Ada', 'Ada', ''],
  ])('of %j says %j and %j, under an id of its own', async (name, given, family) => {
    const { id, client } = await customerNamed(name)
    const profile = await client.walk('defaultprofile')
    expect(profile).toEqual({
      self: {
        type: 'shop.profiles.profile',
        uri: `/profiles/${scope}/${opaque(id)}`,
        href: expect.any(String),
        'max-age': 0,
      },
      messages: [],
      links: [],
      'given-name': given,
      'family-name': family,
    })
    expect((await client.get(profile.self.href)).body).toEqual(profile)
    expect((await client.root('defaultprofile'))._defaultprofile).toEqual([profile])
  })

  test('of a shopper who has not registered has no names, and cannot be changed', async () => {
    const profile = await nobody.walk('defaultprofile')
    expect(profile).toMatchObject({ 'given-name': '', 'family-name': '', links: [] })
    const refused = await nobody.send('PUT', profile.self.href, { 'given-name': 'Ada' })
    expect([refused.status, messageIds(refused)]).toEqual([403, ['forbidden']])
    expect(refused.body.messages[0]['debug-message']).toContain('register')
  })

  test('is nobody else’s, and an id that is none is refused', async () => {
    const { client } = await customerNamed('Ada Marsh')
    const { self } = await client.walk('defaultprofile')
    const at = (id: string) => self.href.replace(/[^/]+$/, id)
    const others = [self.href, at(opaque(crypto.randomUUID())), at(opaque('nonsense')), at('!!')]
    for (const method of ['GET', 'PUT']) {
      const answers = await Promise.all(
        others.map((href) => nobody.send(method, href, method === 'PUT' ? { 'given-name': 'Eve' } : undefined)),
      )
      expect(answers.map((answer) => [answer.status, messageIds(answer)])).toEqual([
        [403, ['forbidden']],
        [403, ['forbidden']],
        [404, ['not.found']],
        [400, ['malformed.query']],
      ])
    }
    expect((await client.get((await nobody.walk('defaultprofile')).self.href)).status).toBe(403)
    expect((await client.get(self.href.replace(scope, 'elsewhere'))).status).toBe(403)
  })

  test('takes the names that are sent, keeps the other, and fires customer.updated when that changes something', async () => {
    const { id, client } = await customerNamed('Ada Marsh')
    const { href } = (await client.walk('defaultprofile')).self
    const watch = await watchEvents(seller)
    const put = async (body: unknown) => [(await client.send('PUT', href, body)).status, await nameOf(id)]
    expect(await put({ 'family-name': ' Lake ' })).toEqual([204, 'Ada Lake'])
    expect(await put({ 'given-name': 'Ada Jo' })).toEqual([204, 'Ada Jo Lake'])
    expect(await put({ 'given-name': 'Jo', 'family-name': 'Hill' })).toEqual([204, 'Jo Hill'])
    expect(await put({ 'family-name': '' })).toEqual([204, 'Jo'])
    expect(await watch.fired()).toEqual(Array(4).fill('customer.updated'))
    const [event] = await watch.events()
    expect(event?.payload.data).toMatchObject({ id, name: 'Ada Lake' })
    await watch.again()
    expect(await put({})).toEqual([204, 'Jo'])
    expect(await put({ 'given-name': 'Jo', 'family-name': null })).toEqual([204, 'Jo'])
    expect(await watch.fired()).toEqual([])
    expect(await client.walk('defaultprofile')).toMatchObject({ 'given-name': 'Jo', 'family-name': '' })
  })

  test('tells all that is wrong with what is sent, and changes nothing', async () => {
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
      expect([status, body.messages.map(({ id: told, data }: Json) => [told, data])]).toEqual([400, messages])
    }
    expect(await nameOf(id)).toBe('A'.repeat(200))
    expect((await client.send('PUT', href, { 'family-name': 'x'.repeat(54) })).status).toBe(204)
  })

  test('is read once, however often an answer holds it', async () => {
    const { client } = await customerNamed('Ada Marsh')
    const { self } = await client.walk('defaultprofile')
    const statements = vi.spyOn(stage.app.foundation.db, 'executeQuery')
    const counted = async (href: string) => {
      statements.mockClear()
      expect((await client.get(href)).status).toBe(200)
      const sent = statements.mock.calls.map(([compiled]) => ('sql' in compiled ? compiled.sql : ''))
      return sent.filter((sql) => / from customers /.test(sql)).length
    }
    const root = `${stage.app.origin}/storefront`
    expect([await counted(root), await counted(self.href), await counted(`${root}?zoom=defaultprofile`)]).toEqual([
      0, 1, 1,
    ])
    statements.mockRestore()
  })

  test('of a customer who is gone is not found', async () => {
    const { id, client } = await customerNamed('Ada Marsh')
    const { href } = (await client.walk('defaultprofile')).self
    await seller.call('DELETE', `/v2/customers/${id}`)
    expect([401, 404]).toContain((await client.get(href)).status)
    expect([401, 404]).toContain((await client.send('PUT', href, { 'given-name': 'Eve' })).status)
  })
})
