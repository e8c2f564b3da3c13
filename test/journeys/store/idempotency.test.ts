import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { query } from '../../../src/db/database.ts'
import { newId } from '../../../src/db/new-id.ts'
import type { KeyedRequest } from '../../../src/http/idempotency.ts'
import { createInventory } from '../../../src/store/inventory/create.ts'
import { idempotent, sweepIdempotencyKeys } from '../../../src/store/kit/sql/idempotency.ts'
import type { StoreDeps, Work } from '../../../src/store/kit/work.ts'
import { type Client, eventually } from '../../support/app.ts'
import { openStage, type Stage } from '../../support/stage.ts'
import { insertProduct } from '../../support/store/catalogs.ts'

const DAY = 86_400_000

let stage: Stage
let seller: Client
let product: string
let ledger: string
beforeAll(async () => {
  stage = await openStage()
  seller = (await stage.tenant()).store
  product = await newProduct()
  ledger = `/v2/inventories/${product}/transactions`
  await seller.post(`/v2/inventories/${product}`, { data: { quantity: 1000 } })
})
afterAll(() => stage.close())

const newProduct = () => insertProduct(stage.database.db, seller.store_id)
const newKey = () => `key ${newId(Date.now())}`

function increment(quantity: number, key: string, client = seller, path = ledger) {
  const data = { type: 'stock-transaction', action: 'increment', quantity }
  return client.post(path, { data }, { 'idempotency-key': key })
}

async function onHand(): Promise<number> {
  return (await seller.get(`/v2/inventories/${product}`)).body.data.on_hand
}

/** A request as a route would describe it. */
function request(key: string, more: Partial<KeyedRequest> = {}): KeyedRequest {
  return { scope: 'seller', key, operation: 'POST /v2/x', body_hash: Buffer.alloc(32, 1), ...more }
}

function once(key: KeyedRequest | null, effect: (work: Work) => Promise<unknown>, clock?: () => number) {
  const deps: StoreDeps = { ...stage.app.integrationDeps, ...(clock !== undefined && { clock }) }
  const { organization_id, store_id } = seller
  return idempotent(deps, { organization_id, store_id }, key, async (work) => ({
    status: 201,
    headers: { location: 'there' },
    body: await effect(work),
  }))
}

/** A visible effect: the inventory of a product. */
const making = (id: string) => (work: Work) => createInventory(work, id, 1)
const isMade = async (id: string) => (await seller.get(`/v2/inventories/${id}`)).status === 200

describe('a request with a key', () => {
  test('does its work once, and repeats get the first response', async () => {
    const before = await onHand()
    const key = newKey()
    const first = await increment(5, key)
    const repeat = await increment(5, key)
    expect([first.status, first.headers.get('idempotent-replay')]).toEqual([201, null])
    expect([repeat.status, repeat.headers.get('idempotent-replay')]).toEqual([201, 'true'])
    expect(repeat.body).toEqual(first.body)
    expect(repeat.headers.get('location')).toBe(first.headers.get('location'))
    expect(await onHand()).toBe(before + 5)
    await increment(5, newKey())
    expect(await onHand()).toBe(before + 10)
  })

  test('does its work once when all repeats are concurrent', async () => {
    const before = await onHand()
    const key = newKey()
    const answers = await Promise.all(Array.from({ length: 30 }, () => increment(1, key)))
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.data.id}`)).size).toBe(1)
    expect(answers.filter(({ headers }) => headers.get('idempotent-replay') === null)).toHaveLength(1)
    expect(await onHand()).toBe(before + 1)
  })

  test('waits for a running request with the same key, and gets its response', async () => {
    const key = request(newKey())
    const [begun, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const first = once(key, async () => {
      begun.resolve()
      await gate.promise
      return 'first'
    })
    await begun.promise
    const repeat = once(key, async () => 'repeat')
    await eventually(waitingForKeys, (count) => count === 1)
    gate.resolve()
    expect(await first).toMatchObject({ body: 'first', replayed: false })
    expect(await repeat).toEqual({ status: 201, headers: { location: 'there' }, body: 'first', replayed: true })
  })

  test('may be repeated with its members in another order', async () => {
    const key = newKey()
    const post = (data: object) => seller.post(ledger, { data }, { 'idempotency-key': key })
    const first = await post({ type: 'stock-transaction', action: 'increment', quantity: 1 })
    const repeat = await post({ quantity: 1, action: 'increment', type: 'stock-transaction' })
    expect([repeat.status, repeat.body]).toEqual([201, first.body])
  })

  test('is rejected with another body or URL, and does nothing', async () => {
    const before = await onHand()
    const key = newKey()
    await increment(5, key)
    const body = await increment(6, key)
    expect([body.status, body.body.errors[0].source]).toEqual([422, { header: 'Idempotency-Key' }])
    expect(body.body.errors[0].detail).toContain('with another body')
    const other = await newProduct()
    const address = await increment(5, key, seller, `/v2/inventories/${other}/transactions`)
    expect([address.status, address.body.errors[0].detail]).toEqual([422, expect.stringContaining(`POST ${ledger}`)])
    expect(await onHand()).toBe(before + 5)
  })

  test('has a key per store and shopper, so that others may use the same key', async () => {
    const key = newKey()
    await increment(5, key)
    const { store: other } = await stage.tenant()
    await insertProduct(stage.database.db, other.store_id, product)
    await other.post(`/v2/inventories/${product}`, { data: { quantity: 1 } })
    expect((await increment(5, key, other)).headers.get('idempotent-replay')).toBeNull()
    const same = newKey()
    expect((await once(request(same, { scope: 'session 1' }), async () => 1)).replayed).toBe(false)
    expect((await once(request(same, { scope: 'session 2' }), async () => 1)).replayed).toBe(false)
  })

  test('requires a printable ASCII key of limited length', async () => {
    for (const key of ['', 'ü', 'x'.repeat(256), 'a\tb']) {
      const { status, body } = await increment(1, key)
      expect([status, body.errors[0].source]).toEqual([400, { header: 'Idempotency-Key' }])
    }
    expect((await increment(1, '~'.repeat(255))).status).toBe(201)
  })
})

describe('failures are not stored', () => {
  test('an error response leaves the key free for a later success', async () => {
    const other = await newProduct()
    const path = `/v2/inventories/${other}/transactions`
    const key = newKey()
    expect((await increment(1, key, seller, path)).status).toBe(404)
    await seller.post(`/v2/inventories/${other}`, { data: { quantity: 0 } })
    const later = await increment(1, key, seller, path)
    expect([later.status, later.headers.get('idempotent-replay')]).toEqual([201, null])
  })

  test('a late failure leaves neither work nor key, and a waiting request does the work', async () => {
    const key = request(newKey())
    const id = await newProduct()
    const [begun, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const first = once(key, async (work) => {
      await createInventory(work, id, 1)
      begun.resolve()
      await gate.promise
      throw new Error('rolled back')
    })
    await begun.promise
    const repeat = once(key, making(id))
    await eventually(waitingForKeys, (count) => count === 1)
    gate.resolve()
    await expect(first).rejects.toThrow('rolled back')
    expect((await repeat).replayed).toBe(false)
    expect(await isMade(id)).toBe(true)
  })

  test('a broken connection leaves neither work nor key', async () => {
    const key = request(newKey())
    const id = await newProduct()
    const dying = once(key, async (work) => {
      await createInventory(work, id, 1)
      await query(work.tx, 'select pg_terminate_backend(pg_backend_pid())', [])
    })
    await expect(dying).rejects.toThrow()
    expect(await isMade(id)).toBe(false)
    expect((await once(key, making(id))).replayed).toBe(false)
    expect(await isMade(id)).toBe(true)
  })
})

describe('a response is stored for a day', () => {
  test('the key is free afterwards, swept or not', async () => {
    const now = Date.now()
    const key = request(newKey())
    await once(
      key,
      async () => 'first',
      () => now,
    )
    expect(
      (
        await once(
          key,
          async () => 'soon',
          () => now + DAY - 1,
        )
      ).body,
    ).toBe('first')
    expect(
      await once(
        key,
        async () => 'late',
        () => now + DAY,
      ),
    ).toMatchObject({ body: 'late', replayed: false })
    expect(
      (
        await once(
          key,
          async () => 'later',
          () => now + DAY + 1,
        )
      ).body,
    ).toBe('late')
  })

  test('the key is swept only afterwards', async () => {
    const { db } = stage.database
    const now = Date.now() - 10 * DAY
    const key = request(newKey())
    await once(
      key,
      async () => 1,
      () => now,
    )
    await sweepIdempotencyKeys(db, now + DAY - 1)
    const count = `select 1 from idempotency_keys where key = $1`
    expect(await query(db, count, [key.key])).toHaveLength(1)
    expect(await sweepIdempotencyKeys(db, now + DAY)).toBeGreaterThan(0)
    expect(await query(db, count, [key.key])).toHaveLength(0)
    expect(await sweepIdempotencyKeys(db, now + DAY)).toBe(0)
  })
})

test('a request without a key does its work every time', async () => {
  expect(await once(null, async () => 1)).toMatchObject({ status: 201, body: 1, replayed: false })
})

async function waitingForKeys(): Promise<number> {
  const [row] = await query<{ count: number }>(
    stage.database.db,
    `select count(*) as count from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock' and query like 'insert into idempotency_keys%'`,
    [],
  )
  return row?.count ?? 0
}
