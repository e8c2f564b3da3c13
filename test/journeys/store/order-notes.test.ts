import { afterAll, beforeAll, expect, test } from 'vitest'
import { change } from '../../../src/store/kit/work.ts'
import { createNote } from '../../../src/store/orders/notes/create.ts'
import type { Client } from '../../support/app.ts'
import { unseen } from '../../support/documents/contract.ts'
import { openSharedStage, type Stage } from '../../support/stage.ts'
import { expectStatus, makeOrder, putOrder, watchEvents } from '../../support/store/shop.ts'

let stage: Stage
let seller: Client
let shopper: Client
let other: Client
beforeAll(async () => {
  stage = await openSharedStage()
  const tenant = await stage.openTenant()
  seller = tenant.store
  shopper = tenant.shopper
  other = (await stage.openTenant()).store
})
afterAll(() => stage.close())

const SECRET = 'Wants it before her birthday.'
const pathOf = (order_id: string, note = '') => `/v2/orders/${order_id}/notes${note === '' ? '' : `/${note}`}`
const write = (client: Client, order_id: string, text: unknown = SECRET, headers = {}) =>
  client.post(pathOf(order_id), { data: { type: 'order_note', text } }, headers)

test('a note is listed, read and deleted, with the key that wrote it', async () => {
  const { id } = await makeOrder(seller)
  const created = expectStatus(await write(seller, id), 201)
  const { data } = created.body
  expect(data).toMatchObject({ text: SECRET, meta: { author: { type: 'key', id: expect.any(String) } } })
  expect(new URL(created.headers.get('location') ?? '').pathname).toBe(pathOf(id, data.id))
  expectStatus(await write(seller, id, 'Second'), 201)
  const list = expectStatus(await seller.get(pathOf(id)), 200).body.data
  expect(list.map(({ text }: { text: string }) => text)).toEqual([SECRET, 'Second'])
  expect(expectStatus(await seller.get(pathOf(id, data.id)), 200).body).toEqual(created.body)
  expectStatus(await seller.delete(pathOf(id, data.id)), 200)
  expectStatus(await seller.get(pathOf(id, data.id)), 404)
  expectStatus(await seller.delete(pathOf(id, data.id)), 404)
})

test('a text has 1 to 4,000 characters', async () => {
  const { id } = await makeOrder(seller)
  for (const text of ['', 'x'.repeat(4001), 7]) {
    const { status, body } = await write(seller, id, text)
    expect([status, body.errors[0].source.pointer]).toEqual([422, '/data/text'])
  }
  expectStatus(await write(seller, id, 'x'.repeat(4000)), 201)
})

test('a note repeated with its idempotency key is written once', async () => {
  const { id } = await makeOrder(seller)
  const key = { 'idempotency-key': `note-${id}` }
  const first = expectStatus(await write(seller, id, SECRET, key), 201)
  const second = expectStatus(await write(seller, id, SECRET, key), 201)
  expect([second.body, second.headers.get('idempotent-replay')]).toEqual([first.body, 'true'])
  expect((await seller.get(pathOf(id))).body.data).toHaveLength(1)
})

test('shoppers and other stores neither read nor write notes', async () => {
  const { id } = await makeOrder(shopper)
  const { data } = expectStatus(await write(seller, id), 201).body
  for (const [client, status] of [
    [shopper, 403],
    [other, 404],
  ] as const) {
    expectStatus(await write(client, id), status)
    expectStatus(await client.get(pathOf(id)), status)
    expectStatus(await client.get(pathOf(id, data.id)), status)
    expectStatus(await client.delete(pathOf(id, data.id)), status)
  }
  for (const path of [`/v2/orders/${id}`, `/v2/orders?filter=eq(id,${id})&include=items`])
    for (const client of [seller, ...(path.includes('?') ? [] : [shopper])])
      expect(JSON.stringify(expectStatus(await client.get(path), 200).body)).not.toContain(SECRET)
})

test('a note neither changes the version of the order nor emits an event', async () => {
  const { id } = await makeOrder(seller)
  const version = (await seller.get(`/v2/orders/${id}`)).headers.get('etag')
  const watch = await watchEvents(seller)
  await watch.again()
  const { data } = expectStatus(await write(seller, id), 201).body
  expectStatus(await seller.delete(pathOf(id, data.id)), 200)
  expect(await watch.emitted()).toEqual([])
  expect((await seller.get(`/v2/orders/${id}`)).headers.get('etag')).toBe(version)
})

test('anonymizing an order deletes its notes and their stored responses, and rejects new ones', async () => {
  const { id } = await makeOrder(seller)
  const open_order = await makeOrder(seller)
  const key = { 'idempotency-key': `note-${id}` }
  expectStatus(await write(seller, id, SECRET, key), 201)
  expectStatus(await write(seller, open_order.id), 201)
  expectStatus(await putOrder(seller, id, { status: 'cancelled' }), 200)
  expectStatus(await seller.post('/v2/orders/anonymize', { data: { order_ids: [id] } }), 200)
  expect((await seller.get(pathOf(id))).body.data).toEqual([])
  expect((await seller.get(pathOf(open_order.id))).body.data).toHaveLength(1)
  expectStatus(await write(seller, id, SECRET, key), 410)
  const { body } = expectStatus(await write(seller, id), 409)
  expect(body.errors[0].detail).toBe('The order is anonymized: it cannot have notes.')
})

test('a note of a logged-in person names the person', async () => {
  const { id } = await makeOrder(seller)
  const { organization_id, store_id } = seller
  const owner = { organization_id, store_id }
  const author = { person_id: 'person-7', key_id: 'session-of-the-person' }
  await change(stage.app.integrationDeps, owner, (work) => createNote(work, id, author, 'By hand'))
  const [note] = expectStatus(await seller.get(pathOf(id)), 200).body.data
  expect(note.meta.author).toEqual({ type: 'person', id: 'person-7' })
})

test('covers a success and a failure of every note operation', () => {
  expect(unseen(stage.contract, ({ tag }) => tag === 'Order notes')).toEqual([])
})
