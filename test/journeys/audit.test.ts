import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AuditEntry } from '../../src/audit/entry.ts'
import { recordChange } from '../../src/audit/record.ts'
import { query, type Transaction } from '../../src/db/database.ts'
import { transact } from '../../src/db/transaction.ts'
import type { Client } from '../support/app.ts'
import { openPerson } from '../support/people/person-token.ts'
import { openStage, type Stage } from '../support/stage.ts'
import { make } from '../support/store/catalogs.ts'

let stage: Stage
let store: Client
let organization: Client
let shopper: Client
beforeAll(async () => {
  stage = await openStage({ parts: ['api'] })
  const tenant = await stage.tenant()
  store = tenant.store
  organization = tenant.organization
  shopper = tenant.shopper
})
afterAll(() => stage.close())

async function entries(client: Client, filter?: string): Promise<AuditEntry[]> {
  const query = filter === undefined ? '' : `?filter=${encodeURIComponent(filter)}`
  const { status, body } = await client.get(`/v2/audit/entries${query}`)
  expect(status).toBe(200)
  return body.data
}

const about = (id: string, client = store) => entries(client, `eq(resource_id,${id})`)

const ADA = { name: 'Ada Marsh', email: 'ada.marsh@example.com', password: 'tidal-flats-of-1871' }
const register = { data: { type: 'customer', ...ADA } }

describe('an entry', () => {
  test('names the actor, the address, the request and the changed members before and after', async () => {
    const created = await store.post('/v2/taxes/classes', { data: { type: 'tax_class', code: 'books', name: 'Book' } })
    const { id } = created.body.data
    const headers = { 'x-request-id': 'of-the-update', 'user-agent': 'back-office/1.0' }
    await store.put(`/v2/taxes/classes/${id}`, { data: { type: 'tax_class', name: 'Books' } }, headers)
    await store.delete(`/v2/taxes/classes/${id}`)
    const [deletion, update, creation, ...others] = await about(id)
    expect(others).toEqual([])
    expect(update).toMatchObject({
      type: 'audit-entry',
      actor: { type: 'key', name: 'store', session_id: null },
      operation: 'UpdateTaxClass',
      resource: { type: 'tax_class', id },
      request: { id: expect.stringMatching(/^[0-9a-f-]{36}$/), address: '127.0.0.1', user_agent: 'back-office/1.0' },
    })
    expect(update?.changes).toEqual([
      { type: 'tax_class', id, action: 'updated', members: { name: { before: 'Book', after: 'Books' } } },
    ])
    expect(creation?.operation).toBe('CreateTaxClass')
    expect(creation?.changes[0]).toMatchObject({ action: 'created', members: { code: { after: 'books' } } })
    expect(deletion?.operation).toBe('DeleteTaxClass')
    expect(deletion?.changes[0]).toMatchObject({ action: 'deleted', members: { name: { before: 'Books' } } })
    const one = await store.get(`/v2/audit/entries/${update?.id}`)
    expect(one.body.data).toEqual(update)
  })

  test('distinguishes a person from a key, and names the session', async () => {
    const ada = await openPerson(stage.app, store, { [store.store_id]: ['manager'] })
    const { body } = await ada.post('/v2/taxes/classes', { data: { type: 'tax_class', code: 'a', name: 'A' } })
    const [entry] = await about(body.data.id)
    const { person_id: id, session_id } = ada
    expect(entry?.actor).toEqual({ type: 'person', id, name: null, session_id })
    expect(await entries(store, `eq(actor_id,${id})`)).toEqual([entry])
    expect((await entries(store, 'eq(actor_type,person)')).map((one) => one.id)).toEqual([entry?.id])
  })

  test('lists the changed lines of a cart, but nothing that the buyer entered', async () => {
    const item = { type: 'custom_item', name: 'Lamp', quantity: 1, price: { amount: 100, includes_tax: true } }
    const custom_inputs = { engraving: 'for Ada' }
    const added = await store.post('/v2/carts/audited/items', { data: { ...item, custom_inputs } })
    expect(added.status).toBe(201)
    const { id } = added.body.data[0]
    const changed = await store.put(`/v2/carts/audited/items/${id}`, { data: { type: 'cart_item', quantity: 3 } })
    expect(changed.status).toBe(200)
    const [update, creation] = await entries(store, 'eq(within_id,audited)')
    expect(update?.resource).toEqual({ type: 'cart_item', id })
    expect(update?.changes).toEqual([
      { type: 'cart', id: 'audited', action: 'updated', members: {} },
      { type: 'cart_item', id, action: 'updated', members: { quantity: { before: 1, after: 3 } } },
    ])
    expect(creation?.changes[1]?.members).toMatchObject({ custom_inputs: { hidden: 'personal' } })
  })
})

describe('operations', () => {
  const countAll = async () => (await entries(store)).length

  test('write no entry if they fail or change nothing', async () => {
    const { id } = await make(store, '/hierarchies', 'hierarchy', { name: 'Kept' })
    const before = await countAll()
    const stale = { 'if-match': '"7"' }
    const body = { data: { type: 'hierarchy', id, attributes: { name: 'Other' } } }
    expect((await store.put(`/v2/hierarchies/${id}`, body, stale)).status).toBe(409)
    expect((await store.post('/v2/taxes/classes', { data: { type: 'tax_class' } })).status).toBe(422)
    body.data.attributes.name = 'Kept'
    expect((await store.put(`/v2/hierarchies/${id}`, body)).status).toBe(200)
    expect((await store.get(`/v2/hierarchies/${id}`)).status).toBe(200)
    expect(await countAll()).toBe(before)
  })

  test('write no entry for the retry of a request with an idempotency key', async () => {
    const { id: product } = await make(store, '/products', 'product', { name: 'Lamp', sku: 'L-1', slug: 'l-1' })
    const key = { 'idempotency-key': 'stock-of-lamps' }
    const body = { data: { type: 'stock', quantity: 5 } }
    for (let time = 0; time < 2; time += 1)
      expect((await store.post(`/v2/inventories/${product}`, body, key)).status).toBe(201)
    expect((await about(product)).map(({ operation }) => operation)).toEqual(['CreateInventory', 'CreateProduct'])
  })

  test('write no entry for shoppers', async () => {
    const before = await countAll()
    const cart = { data: { type: 'cart', id: 'of-a-shopper', currency: 'USD' } }
    expect((await shopper.post('/v2/carts', cart)).status).toBe(201)
    expect((await shopper.post('/v2/customers', register)).status).toBe(201)
    expect(await countAll()).toBe(before)
  })

  test('write no entry if rolled back, and commit no change without its entry', async () => {
    const { db } = stage.database
    await query(db, `alter table audit_entries add constraint refuse check (operation <> 'CreateCurrency')`, [])
    const euro = { type: 'currency', code: 'EUR', exchange_rate: 1, format: '{price}', decimal_places: 2 }
    const refused = await store.post('/v2/currencies', {
      data: { ...euro, decimal_point: ',', thousand_separator: '.', enabled: true },
    })
    expect(refused.status).toBe(500)
    expect((await store.get('/v2/currencies?filter=eq(code,EUR)')).body.data).toEqual([])
    await query(db, 'alter table audit_entries drop constraint refuse', [])
  })
})

describe('the audit log', () => {
  test('contains no passwords, integration secrets or gateway credentials', async () => {
    const secrets = ['first-secret-of-the-receiver', 'second-secret-of-the-receiver', 'sk-of-the-gateway', ADA.password]
    const configuration = { url: 'https://shop.example.com/?token=hush-hush-hush', secret_key: secrets[0] }
    const integration = { type: 'integration', integration_type: 'webhook', name: 'ERP', observes: ['order.paid'] }
    const { body } = await store.post('/v2/integrations', { data: { ...integration, configuration } })
    const { id } = body.data
    const rotated = { configuration: { ...configuration, secret_key: secrets[1] } }
    await store.put(`/v2/integrations/${id}`, { data: { type: 'integration', ...rotated } })
    const credentials = { login: secrets[2] }
    await store.put('/v2/gateways/manual', { data: { type: 'gateway', credentials } })
    const customer = await store.post('/v2/customers', { data: { ...register.data, email: 'b@example.com' } })
    const [update] = await about(id)
    expect(update?.changes[0]?.members).toEqual({
      'configuration.secret_key': { hidden: 'secret' },
      previous_secret_until: { before: null, after: expect.any(String) },
    })
    const [creation] = await about(customer.body.data.id)
    expect(creation?.changes[0]?.members).toMatchObject({ password_hash: { hidden: 'secret' } })
    const [gateway] = await entries(store, 'eq(operation,UpdatePaymentGateway)')
    expect(gateway?.changes[0]?.members).toMatchObject({ credentials: { hidden: 'secret' } })
    const rows = JSON.stringify(await query(stage.database.db, 'select * from audit_entries', []))
    expect([...secrets, 'hush-hush'].filter((secret) => rows.includes(String(secret)))).toEqual([])
    // Responses show the last characters; the log must not.
    expect(rows).not.toContain('receiver')
  })

  test('contains no personal data of buyers, so that deleting a buyer leaves none', async () => {
    const grace = { type: 'customer', name: 'Grace Quill', email: 'grace.quill@example.com' }
    const { id } = (await store.post('/v2/customers', { data: grace })).body.data
    const address = { type: 'address', first_name: 'Grace', last_name: 'Quill', line_1: '7 Heron Lane' }
    const place = { county: '', region: 'OR', postcode: '97205', country: 'US', city: 'Portland' }
    const added = await store.post(`/v2/customers/${id}/addresses`, { data: { ...address, ...place } })
    expect(added.status).toBe(201)
    await store.put(`/v2/customers/${id}`, { data: { type: 'customer', name: 'Grace Q' } })
    await store.delete(`/v2/customers/${id}`)
    const [, update] = await about(id)
    expect(update?.changes[0]?.members).toEqual({ name: { hidden: 'personal' } })
    const rows = JSON.stringify(await query(stage.database.db, 'select * from audit_entries', []))
    expect(['Grace', 'Quill', 'Heron'].filter((word) => rows.includes(word))).toEqual([])
  })

  test('is 404 for another owner', async () => {
    const other = await stage.tenant()
    const [entry] = await entries(store)
    expect(await entries(other.store)).toEqual([])
    expect((await other.store.get(`/v2/audit/entries/${entry?.id}`)).status).toBe(404)
    expect(await exportOf(other.store)).toEqual([])
    // The organization has its own entries, and sees those of its stores with X-Store-Id.
    expect(await entries(organization)).toEqual([])
    const inStore = { 'x-store-id': store.store_id }
    const seen = await organization.call('GET', `/v2/audit/entries/${entry?.id}`, undefined, inStore)
    expect(seen.body.data).toEqual(entry)
  })

  test('requires its own permission', async () => {
    const viewer = await openPerson(stage.app, store, { '*': ['viewer'] })
    for (const path of ['entries', 'entries/019cade2-11c0-7000-8000-000031a0921b', 'export'])
      expect((await viewer.get(`/v2/audit/${path}`)).status).toBe(403)
    const manager = await openPerson(stage.app, store, { '*': ['manager'] })
    expect((await manager.get('/v2/audit/entries')).status).toBe(200)
  })

  test('is filtered by time and request, and exported as JSON lines, oldest first', async () => {
    const all = await entries(store)
    const [last] = all
    const since = last?.meta.timestamps.created_at
    expect((await entries(store, `ge(created_at,${since})`)).map(({ id }) => id)).toContain(last?.id)
    expect(await entries(store, `eq(request_id,${last?.request.id})`)).toEqual([last])
    const exported = await exportOf(store, 'eq(operation,CreateTaxClass)')
    expect(exported).toEqual(all.filter(({ operation }) => operation === 'CreateTaxClass').reverse())
    expect(exported.length).toBeGreaterThan(1)
  })

  test.each([
    ['log_in_method', 'password link passkey provider'],
    ['log_in_second_factor', 'one_time_code recovery_code'],
  ])('rejects a filter value that %s cannot have', async (field, choices) => {
    const filter = encodeURIComponent(`in(${field},${choices.split(' ')[0]},magic)`)
    const { status, body } = await organization.get(`/v2/audit/entries?filter=${filter}`)
    expect([status, body.errors[0].detail]).toEqual([400, expect.stringContaining(`one of [${choices}]`)])
  })

  test('records changes to the access of a person, and is exported page by page', async () => {
    const { db, clock } = stage.app.foundation
    const [id, session_id] = [crypto.randomUUID(), crypto.randomUUID()]
    const owner = { organization_id: organization.organization_id, store_id: null }
    const actor = { type: 'person', id, session_id } as const
    const resource = { type: 'session', id: session_id }
    const from = { request_id: null, address: '192.0.2.7', user_agent: null }
    const requested_by = { actor, operation: 'CreateSession', result_type: null, path: [resource], ...from }
    const record = (tx: Transaction, after: object) =>
      recordChange(tx, { ...owner, requested_by }, { ...resource, before: null, after: { ...after } }, clock())
    await transact(db, (tx) => record(tx, { method: 'password' }))
    const [entry] = await entries(organization)
    expect(entry).toMatchObject({ actor: { id, session_id }, operation: 'CreateSession', request: { id: null } })
    expect(entry?.changes[0]?.members).toEqual({ method: { after: 'password' } })
    expect(entry?.log_in).toEqual({ method: 'password', second_factor: null })
    expect((await entries(store)).filter(({ log_in }) => log_in !== null)).toEqual([])
    // More than one page of an export.
    await transact(db, async (tx) => {
      for (let time = 0; time < 120; time += 1) await record(tx, {})
    })
    const exported = await exportOf(organization)
    expect(exported[0]).toEqual(entry)
    expect(exported).toHaveLength(121)
    expect(exported.map((one) => one.id)).toEqual(exported.map((one) => one.id).sort())
  })
})

async function exportOf({ token }: Client, filter?: string): Promise<AuditEntry[]> {
  const parameters = filter === undefined ? '' : `?filter=${encodeURIComponent(filter)}`
  const address = `${stage.app.origin}/v2/audit/export${parameters}`
  const response = await fetch(address, { headers: { authorization: `Bearer ${token}` } })
  expect(response.headers.get('content-type')).toBe('application/jsonl')
  return (await response.text())
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
}
