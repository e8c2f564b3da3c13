import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { query, type Transaction } from '../../../src/db/database.ts'
import { newId } from '../../../src/db/new-id.ts'
import { eraseStoredResponses } from '../../../src/store/kit/sql/idempotency.ts'
import { noShopTelemetry } from '../../../src/store/kit/telemetry.ts'
import type { Answered, Client } from '../../support/app.ts'
import { openCounted } from '../../support/database/blocks.ts'
import { countEvents, openStage, type Stage } from '../../support/stage.ts'
import { checkOut, customItem, expectStatus, fillCart, makeOrder, pay } from '../../support/store/shop.ts'

const PERSON = { name: 'Ada Marsh', email: 'ada.marsh@example.com' }
const TEXTS = /Ada|Marsh|ada\.marsh|Juniper|Portland/

let stage: Stage
let seller: Client
let shopper: Client
beforeAll(async () => {
  stage = await openStage()
  const tenant = await stage.openTenant()
  seller = tenant.store
  shopper = tenant.shopper
  await seller.put('/v2/gateways/sandbox', { data: { type: 'gateway', enabled: true } })
})
afterAll(() => stage.close())

const newKey = () => ({ 'idempotency-key': `key ${newId(Date.now())}` })

type Keyed = { key: Record<string, string>; repeat(): Promise<Answered>; id: string }

/** A checkout with a key, and its repeat. */
async function keyedCheckout(client: Client, more: Record<string, unknown> = {}, headers = {}): Promise<Keyed> {
  const key = newKey()
  const cart_id = await fillCart(client, [customItem(5_000)])
  const repeat = () => checkOut(client, cart_id, { customer: PERSON, ...more }, { ...key, ...headers })
  const { body } = expectStatus(await repeat(), 201)
  expectReplay(await repeat())
  return { key, repeat, id: body.data.id }
}

function expectReplay(response: Answered) {
  expect([response.status, response.headers.get('idempotent-replay')]).toEqual([201, 'true'])
}

function expectErased({ status, headers, body }: Answered) {
  expect([status, headers.get('idempotent-replay')]).toEqual([410, null])
  expect(body.errors[0]).toMatchObject({ title: 'Idempotent Response Erased', source: { header: 'Idempotency-Key' } })
}

async function storedRow({ key }: Keyed) {
  const statement = 'select * from idempotency_keys where key = $1'
  const rows = await query<Record<string, unknown>>(stage.database.db, statement, [key['idempotency-key']])
  return rows[0] ?? {}
}

async function cancelAndAnonymize(...ids: string[]) {
  for (const id of ids)
    expectStatus(await seller.put(`/v2/orders/${id}`, { data: { type: 'order', status: 'cancelled' } }), 200)
  return seller.post('/v2/orders/anonymize', { data: { order_ids: ids } })
}

async function makeCustomer(email = `${newId(Date.now())}@example.com`) {
  const data = { type: 'customer', name: PERSON.name, email, password: 'a long password' }
  const { id } = expectStatus(await seller.post('/v2/customers', { data }), 201).body.data
  const login = { type: 'token', email, password: 'a long password' }
  const { token } = expectStatus(await shopper.post('/v2/customers/tokens', { data: login }), 201).body.data
  return { id, path: `/v2/customers/${id}`, headers: { 'x-customer-token': token } }
}

describe('anonymizing an order', () => {
  test('erases the buyer from its checkout response, and a repeat does nothing and explains why', async () => {
    const order = await keyedCheckout(seller)
    expect(JSON.stringify(await storedRow(order))).toMatch(TEXTS)
    expectStatus(await cancelAndAnonymize(order.id), 200)
    const row = await storedRow(order)
    expect(JSON.stringify(row)).not.toMatch(TEXTS)
    expect(row).toMatchObject({ status: null, headers: null, body: null, body_hash: Buffer.alloc(0), subjects: [] })
    const before = await countEvents(seller, 'order.created')
    for (const _ of [1, 2]) expectErased(await order.repeat())
    expect(await countEvents(seller, 'order.created')).toBe(before)
  })

  test('erases the stored responses of its payments', async () => {
    const order = await makeOrder(seller)
    const key = newKey()
    expectStatus(await pay(seller, order.id, {}, key), 201)
    const transaction = (await seller.get(`/v2/orders/${order.id}/transactions`)).body.data[0].id
    expectStatus(await seller.post(`/v2/orders/${order.id}/transactions/${transaction}/refund`, { data: {} }), 201)
    expectStatus(await seller.post('/v2/orders/anonymize', { data: { order_ids: [order.id] } }), 200)
    expectErased(await pay(seller, order.id, {}, key))
    expect((await seller.get(`/v2/orders/${order.id}/transactions`)).body.data).toHaveLength(2)
  })

  test('keeps other stored responses, and all of them when rejected', async () => {
    const [done, other, open] = [await keyedCheckout(seller), await keyedCheckout(seller), await keyedCheckout(seller)]
    await seller.put(`/v2/orders/${done.id}`, { data: { type: 'order', status: 'cancelled' } })
    const refused = await seller.post('/v2/orders/anonymize', { data: { order_ids: [done.id, open.id] } })
    expect(refused.status).toBe(422)
    for (const { repeat } of [done, other, open]) expectReplay(await repeat())
    await seller.post('/v2/orders/anonymize', { data: { order_ids: [done.id] } })
    expectErased(await done.repeat())
    for (const { repeat } of [other, open]) expectReplay(await repeat())
  })

  test('frees the key at its usual expiry', async () => {
    const order = await keyedCheckout(seller)
    await cancelAndAnonymize(order.id)
    const past = `update idempotency_keys set expires_at = now() - interval '1 second' where key = $1`
    await query(stage.database.db, past, [order.key['idempotency-key']])
    // The first checkout emptied the cart, so the repeated request runs again and fails.
    expect((await order.repeat()).status).toBe(409)
  })
})

describe('deleting a customer', () => {
  test('erases stored responses of sellers and the customer, and repeats do nothing', async () => {
    const { id, path, headers } = await makeCustomer()
    const other = await makeCustomer()
    const mine = await keyedCheckout(shopper, { customer: { id } }, headers)
    const forme = await keyedCheckout(seller, { customer: { id } })
    const others = await keyedCheckout(seller, { customer: { id: other.id } })
    expectStatus(await seller.delete(path), 200)
    for (const keyed of [mine, forme]) expect(JSON.stringify(await storedRow(keyed))).not.toMatch(TEXTS)
    expectErased(await forme.repeat())
    expectReplay(await others.repeat())
  })

  test('erases a response stored by an earlier release', async () => {
    const { id, path } = await makeCustomer()
    const order = await keyedCheckout(seller, { customer: { id } })
    const unlink = 'update idempotency_keys set subjects = null where key = $1'
    await query(stage.database.db, unlink, [order.key['idempotency-key']])
    expectStatus(await seller.delete(path), 200)
    expectErased(await order.repeat())
  })

  test('erases the response of a concurrent checkout', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { id, path } = await makeCustomer()
      const cart_id = await fillCart(seller, [customItem(5_000)])
      const key = newKey()
      const [made, deleted] = await Promise.all([
        checkOut(seller, cart_id, { customer: { id } }, key),
        seller.delete(path),
      ])
      expect([201, 422]).toContain(made.status)
      expect(deleted.status).toBe(200)
      const repeat = await checkOut(seller, cart_id, { customer: { id } }, key)
      expect(repeat.status).toBe(made.status === 201 ? 410 : 422)
    }
  })
})

test('finds the responses of a person among many by an index', async () => {
  const person = newId(Date.now())
  await query(
    stage.database.db,
    `insert into idempotency_keys (owner_id, scope, key, operation, body_hash, status, headers, body, expires_at, subjects)
     select $1, 'seller', 'many ' || n, 'POST /v2/x', '', 201, '{}', repeat('x', 500), now() + interval '1 day',
            array[gen_random_uuid(), case when n = 7 then $2::uuid else gen_random_uuid() end]
     from generate_series(1, 5000) as n`,
    [seller.store_id, person],
  )
  await query(stage.database.db, 'vacuum analyze idempotency_keys', [])
  const counted = openCounted(stage.database.url)
  const owner = { organization_id: seller.organization_id, store_id: seller.store_id }
  const { blocks } = await counted.counting(async () => {
    const base = { base_url: '', shop: noShopTelemetry, events: [], changes: null, before_record: [] }
    const work = { tx: counted.db as Transaction, owner, now: Date.now(), ...base }
    await eraseStoredResponses(work, [person])
    return {}
  })
  await counted.close()
  const left = await query(
    stage.database.db,
    `select key from idempotency_keys where erased_at > now() - interval '1 minute' and key = 'many 7'`,
    [],
  )
  expect(left).toHaveLength(1)
  expect(blocks).toBeLessThan(150)
})
