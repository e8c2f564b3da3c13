import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { query } from '../../../src/db/database.ts'
import { newId } from '../../../src/db/new-id.ts'
import { AppError } from '../../../src/kernel/errors.ts'
import { allocate, availability, deallocate, type StockLine, ship } from '../../../src/store/inventory/stock.ts'
import { change, type Work } from '../../../src/store/kit/work.ts'
import type { Client } from '../../support/app.ts'
import { unseen } from '../../support/documents/contract.ts'
import { openStage, type Stage } from '../../support/stage.ts'
import { insertProduct } from '../../support/store/catalogs.ts'

let stage: Stage
let seller: Client
let shopper: Client
beforeAll(async () => {
  stage = await openStage()
  const tenant = await stage.tenant()
  seller = tenant.store
  shopper = tenant.shopper
})
afterAll(() => stage.close())

const newProduct = () => insertProduct(stage.database.db, seller.store_id)
const newOrder = () => newId(Date.now())
const pathOf = (product: string) => `/v2/inventories/${product}`

/** Product with this many units. */
async function stocked(quantity: number): Promise<string> {
  const product = await newProduct()
  expect((await seller.post(pathOf(product), { data: { quantity } })).status).toBe(201)
  return product
}

function transact(product: string, action: string, quantity: number, more: Record<string, unknown> = {}) {
  const data = { type: 'stock-transaction', action, quantity, ...more }
  return seller.post(`${pathOf(product)}/transactions`, { data })
}

const ofOrder = (id: string) => ({ relationships: { order: { data: { type: 'order', id } } } })

async function levels(product: string) {
  const { on_hand, allocated, available } = (await seller.get(pathOf(product))).body.data
  return [on_hand, allocated, available]
}

test('a transaction of zero units is rejected by server and document, except to set stock to zero', async () => {
  const product = await stocked(1)
  const path = `${pathOf(product)}/transactions`
  const operation = stage.contract.operations.find(({ operationId }) => operationId === 'CreateStockTransaction')
  for (const action of ['increment', 'decrement', 'allocate', 'deallocate', 'set']) {
    const body = { data: { type: 'stock-transaction', action, quantity: 0 } }
    const isAccepted = operation !== undefined && stage.contract.accepts(operation, body)
    const { status } = await seller.post(path, body)
    expect({ action, isAccepted, status }).toEqual(
      action === 'set' ? { action, isAccepted: true, status: 201 } : { action, isAccepted: false, status: 422 },
    )
  }
})

type Door = (work: Work, order_id: string, lines: readonly StockLine[]) => Promise<void>

/** An order operation in its own transaction. */
function act(door: Door, order: string, lines: readonly StockLine[]): Promise<void> {
  const { organization_id, store_id } = seller
  return change(stage.app.integrationDeps, { organization_id, store_id }, (work) => door(work, order, lines))
}

const line = (product_id: string, quantity = 1): StockLine => ({ product_id, quantity })

type Entry = { id: string; action: string; quantity: number; relationships: object; inventory: { version: number } }

async function ledgerOf(product: string): Promise<Entry[]> {
  return (await seller.get(`${pathOf(product)}/transactions?page[limit]=100`)).body.data
}

async function eventsOf(product: string) {
  const filter = encodeURIComponent('eq(triggered_by,stock-transaction.created)')
  const { body } = await seller.get(`/v2/events?filter=${filter}&sort=-created_at&page[limit]=100`)
  type Emitted = { resource_version: number; payload: { data: Entry & { product_id: string } } }
  const emitted = (body.data as Emitted[]).filter(({ payload }) => payload.data.product_id === product)
  return emitted.sort((one, other) => one.resource_version - other.resource_version)
}

describe('an inventory', () => {
  test('cannot be created, read or changed for an unknown product', async () => {
    const { store: other } = await stage.tenant()
    const foreign = await insertProduct(stage.database.db, other.store_id)
    for (const id of [newId(Date.now()), foreign]) {
      const created = await seller.post(pathOf(id), { data: { quantity: 1 } })
      expect([created.status, created.body.errors[0].detail]).toEqual([404, 'The product could not be found.'])
      expect((await seller.get(pathOf(id))).status).toBe(404)
      expect((await seller.get(`${pathOf(id)}/transactions`)).status).toBe(404)
      expect((await transact(id, 'increment', 1)).status).toBe(404)
      expect((await transact(id, 'set', 0)).status).toBe(404)
    }
  })

  test('is created once, read, listed and deleted, and shoppers see its available units', async () => {
    const product = await newProduct()
    const created = await seller.post(pathOf(product.toUpperCase()), { data: { type: 'stock', quantity: 7 } })
    expect([created.status, created.headers.get('etag')]).toEqual([201, '"1"'])
    expect(created.headers.get('location')).toBe(created.body.data.links.self)
    const shown = { type: 'stock', id: product, product_id: product, on_hand: 7, allocated: 0, available: 7 }
    expect(created.body.data).toMatchObject(shown)
    for (const client of [seller, shopper]) {
      const read = await client.get(pathOf(product))
      expect([read.status, read.headers.get('etag'), read.body]).toEqual([200, '"1"', created.body])
    }
    const list = await shopper.get(`/v2/inventories?filter=eq(product_id,${product}):ge(available,7)&sort=-available`)
    expect(list.body.data).toEqual([created.body.data])
    expect((await seller.post(pathOf(product), { data: { quantity: 1 } })).status).toBe(409)
    expect((await seller.call('DELETE', pathOf(product), undefined, { 'if-match': '"7"' })).status).toBe(409)
    const removed = await seller.call('DELETE', pathOf(product), undefined, { 'if-match': '"1"' })
    expect([removed.status, removed.body]).toEqual([200, { data: { type: 'stock', id: product } }])
    expect((await seller.get(pathOf(product))).status).toBe(404)
    expect((await seller.delete(pathOf(product))).status).toBe(404)
  })

  test('belongs to its store, and only sellers change it', async () => {
    const product = await stocked(3)
    const { store: other } = await stage.tenant()
    expect((await other.get(pathOf(product))).status).toBe(404)
    expect((await other.delete(pathOf(product))).status).toBe(404)
    expect((await other.get(`${pathOf(product)}/transactions`)).status).toBe(404)
    const body = { data: { type: 'stock-transaction', action: 'increment', quantity: 1 } }
    expect((await other.post(`${pathOf(product)}/transactions`, body)).status).toBe(404)
    expect((await shopper.post(`${pathOf(product)}/transactions`, body)).status).toBe(403)
    expect((await shopper.post(pathOf(await newProduct()), { data: { quantity: 1 } })).status).toBe(403)
    expect((await shopper.delete(pathOf(product))).status).toBe(403)
    await insertProduct(stage.database.db, other.store_id, product)
    expect((await other.post(pathOf(product), { data: { quantity: 1 } })).status).toBe(201)
    expect(await levels(product)).toEqual([3, 0, 3])
  })

  test('rejects invalid requests with their errors', async () => {
    const product = await stocked(3)
    for (const quantity of [-1, 1.5, '3', undefined]) {
      const { status, body } = await seller.post(pathOf(await newProduct()), { data: { quantity } })
      expect([status, body.errors[0].source]).toEqual([422, { pointer: '/data/quantity' }])
    }
    const wrong = await transact(product, 'steal', 0, {
      relationships: { order: { data: { type: 'order', id: 'x' } } },
    })
    expect(wrong.body.errors.map(({ source }: { source: object }) => source)).toEqual([
      { pointer: '/data/action' },
      { pointer: '/data/relationships/order/data/id' },
    ])
    const none = await transact(product, 'increment', 0)
    expect([none.status, none.body.errors[0].source]).toEqual([422, { pointer: '/data/quantity' }])
    expect((await seller.get('/v2/inventories?sort=color')).status).toBe(400)
    expect((await seller.get('/v2/inventories/x')).status).toBe(404)
    expect((await seller.get(`${pathOf(product)}/transactions?filter=eq(color,red)`)).status).toBe(400)
    expect((await seller.get(`${pathOf(product)}/transactions/${newId(0)}`)).status).toBe(404)
  })

  test('cannot be deleted while units are allocated, and continues its versions when recreated', async () => {
    const product = await stocked(3)
    await transact(product, 'allocate', 2)
    const refused = await seller.delete(pathOf(product))
    expect([refused.status, refused.body.errors[0].detail]).toEqual([
      409,
      expect.stringContaining('2 units of the product'),
    ])
    await transact(product, 'deallocate', 2)
    expect((await seller.delete(pathOf(product))).status).toBe(200)
    expect(await ledgerOf(product)).toHaveLength(3)
    const again = await seller.post(pathOf(product), { data: { quantity: 9 } })
    expect(again.headers.get('etag')).toBe('"4"')
    expect((await ledgerOf(product)).map(({ inventory }) => inventory.version)).toEqual([1, 2, 3, 4])
  })
})

describe('a stock transaction', () => {
  test('changes the levels, is listed and read, and emits an event with the inventory version', async () => {
    const product = await stocked(10)
    const order = newOrder()
    const steps = [
      ['increment', 5, {}, [15, 0, 15]],
      ['decrement', 3, { reason: 'Broken' }, [12, 0, 12]],
      ['allocate', 4, {}, [12, 4, 8]],
      ['allocate', 2, ofOrder(order), [12, 6, 6]],
      ['deallocate', 1, {}, [12, 5, 7]],
      ['set', 8, {}, [8, 5, 3]],
    ] as const
    for (const [action, quantity, more, expected] of steps) {
      const { status, body, headers } = await transact(product, action, quantity, more)
      expect([action, status]).toEqual([action, 201])
      expect(headers.get('location')).toBe(body.data.links.self)
      expect((await seller.get(new URL(body.data.links.self).pathname)).body).toEqual(body)
      const [on_hand, allocated, available] = expected
      expect(body.data).toMatchObject({ action, quantity, product_id: product, ...more })
      expect(body.data.inventory).toMatchObject({ on_hand, allocated, available })
      expect(await levels(product)).toEqual(expected)
    }
    const ledger = await ledgerOf(product)
    expect(ledger.map(({ action }) => action)).toEqual(['set', ...steps.map(([action]) => action)])
    const emitted = await eventsOf(product)
    expect(emitted.map(({ payload }) => payload.data)).toEqual(ledger)
    expect(emitted.map(({ resource_version }) => resource_version)).toEqual([1, 2, 3, 4, 5, 6, 7])
    const found = await seller.get(`${pathOf(product)}/transactions?filter=eq(order_id,${order})&sort=-id`)
    expect(found.body.data).toEqual([ledger[4]])
    const last = await seller.get(`${pathOf(product)}/transactions?sort=-inventory.version&page[limit]=1`)
    expect(last.body.data).toEqual([ledger[6]])
    expect((await seller.get(`${pathOf(product)}/transactions?filter=eq(quantity,999)`)).body.data).toEqual([])
  })

  test('is rejected with the available units if impossible, and changes and emits nothing', async () => {
    const product = await stocked(5)
    await transact(product, 'allocate', 2)
    const before = await ledgerOf(product)
    for (const [action, quantity, detail] of [
      ['decrement', 4, '4 requested, 3 available'],
      ['allocate', 4, '4 requested, 3 available'],
      ['deallocate', 3, '3 requested, 2 allocated'],
      ['set', 1, '1 requested, but 2 are allocated'],
    ] as const) {
      const { status, body } = await transact(product, action, quantity)
      expect([action, status]).toEqual([action, 409])
      expect(body.errors[0].detail).toBe(`Product ${product}: ${detail}.`)
    }
    expect(await ledgerOf(product)).toEqual(before)
    expect(await eventsOf(product)).toHaveLength(before.length)
    expect(await levels(product)).toEqual([5, 2, 3])
  })

  test('cannot exceed the largest safe integer', async () => {
    const product = await stocked(1)
    const most = Number.MAX_SAFE_INTEGER
    await query(stage.database.db, `update inventories set on_hand = $2 where id = $1`, [product, most])
    expect((await transact(product, 'increment', 1)).status).toBe(409)
  })

  test('gives back units of an order only if it names the order', async () => {
    const product = await stocked(5)
    const order = newOrder()
    await act(allocate, order, [line(product, 3)])
    const refused = await transact(product, 'deallocate', 1)
    expect([refused.status, refused.body.errors[0].detail]).toEqual([
      409,
      expect.stringContaining('0 allocated to no order'),
    ])
    expect((await transact(product, 'deallocate', 1, ofOrder(newOrder()))).status).toBe(409)
    expect((await transact(product, 'deallocate', 1, ofOrder(order))).status).toBe(201)
    expect(await levels(product)).toEqual([5, 2, 3])
  })
})

describe('an order', () => {
  test('allocates and ships its units, each with its own stock transaction', async () => {
    const [one, other] = [await stocked(5), await stocked(2)]
    const untracked = await newProduct()
    const order = newOrder()
    const lines = [line(one, 2), line(untracked, 100), line(other.toUpperCase(), 1), line(one, 1), line(other, 0)]
    await act(allocate, order, lines)
    expect([await levels(one), await levels(other)]).toEqual([
      [5, 3, 2],
      [2, 1, 1],
    ])
    await act(ship, order, lines)
    expect([await levels(one), await levels(other)]).toEqual([
      [2, 0, 2],
      [1, 0, 1],
    ])
    const ledger = (await ledgerOf(one)).slice(1)
    expect(ledger).toMatchObject([
      { action: 'allocate', quantity: 3, ...ofOrder(order) },
      { action: 'deallocate', quantity: 3, ...ofOrder(order) },
      { action: 'decrement', quantity: 3, ...ofOrder(order) },
    ])
    expect((await eventsOf(one)).slice(1).map(({ payload }) => payload.data)).toEqual(ledger)
    await act(ship, order, lines)
    expect(await levels(one)).toEqual([2, 0, 2])
  })

  test('allocates nothing if any product is short, and reports all shortages', async () => {
    const [plenty, few, none] = [await stocked(9), await stocked(1), await stocked(0)]
    const refused = act(allocate, newOrder(), [line(few, 2), line(plenty, 2), line(none)])
    await expect(refused).rejects.toMatchObject({
      code: 'conflict',
      problems: [
        { detail: `Product ${few}: 2 requested, 1 available.` },
        { detail: `Product ${none}: 1 requested, 0 available.` },
      ],
    })
    expect([await levels(plenty), await eventsOf(plenty)]).toEqual([[9, 0, 9], [expect.anything()]])
  })

  test('gives back its units once, and none that it never had', async () => {
    const product = await stocked(5)
    const late = await newProduct()
    const [first, second] = [newOrder(), newOrder()]
    await act(allocate, first, [line(product, 2), line(late, 2)])
    await act(allocate, second, [line(product, 2)])
    await seller.post(pathOf(late), { data: { quantity: 1 } })
    await act(deallocate, first, [line(product, 1)])
    expect(await levels(product)).toEqual([5, 3, 2])
    for (const _ of ['once', 'twice']) await act(deallocate, first, [line(product, 2), line(late, 2)])
    expect([await levels(product), await levels(late)]).toEqual([
      [5, 2, 3],
      [1, 0, 1],
    ])
    await act(ship, first, [line(late, 2)])
    expect(await levels(late)).toEqual([1, 0, 1])
  })

  test('reads availability of tracked products only', async () => {
    const product = await stocked(5)
    await transact(product, 'allocate', 2)
    const { organization_id, store_id } = seller
    const owner = { organization_id, store_id }
    const found = await availability(stage.database.db, owner, [await newProduct(), product])
    expect([...found]).toEqual([[product, { on_hand: 5, allocated: 2, available: 3 }]])
    expect(await availability(stage.database.db, owner, [])).toEqual(new Map())
  })
})

describe('concurrent requests', () => {
  test('give the last unit to one of 50 orders, and reject the others', async () => {
    const product = await stocked(1)
    const settled = await Promise.allSettled(
      Array.from({ length: 50 }, () => act(allocate, newOrder(), [line(product)])),
    )
    const lost = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
    expect(lost).toHaveLength(49)
    for (const reason of lost)
      expect(reason).toMatchObject({ code: 'conflict', message: expect.stringContaining('0 available') })
    expect(await levels(product)).toEqual([1, 1, 0])
    expect(await eventsOf(product)).toHaveLength(2)
  })

  test('give the last unit to one request through the API', async () => {
    const product = await stocked(1)
    const answers = await Promise.all(Array.from({ length: 50 }, () => transact(product, 'allocate', 1)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 49 }, () => 409)])
  })

  test('never deadlock with the same products in any order', async () => {
    // Scans of a small table would return rows in storage order.
    await query(
      stage.database.db,
      `insert into inventories (owner_id, id, version, created_at, updated_at, on_hand, allocated)
       select $1, gen_random_uuid(), 1, now(), now(), 1, 0 from generate_series(1, 20000)`,
      [seller.store_id],
    )
    await query(stage.database.db, 'analyze inventories', [])
    const products = await Promise.all([stocked(1000), stocked(1000), stocked(1000)])
    const orders = Array.from({ length: 60 }, (_, index) => {
      const lines = products.map((product) => line(product))
      return act(allocate, newOrder(), index % 2 === 0 ? lines : lines.toReversed())
    })
    await Promise.all(orders)
    for (const product of products) expect(await levels(product)).toEqual([1000, 60, 940])
  })

  test('any sequence of actions leaves valid levels that the ledger explains', async () => {
    const products = await Promise.all([stocked(4), stocked(6)])
    const orders = [newOrder(), newOrder(), newOrder()]
    const chosen = fc.record({
      what: fc.constantFrom('increment', 'decrement', 'allocate', 'deallocate', 'set', 'order', 'cancel', 'ship'),
      lines: fc.array(
        fc.record({ product_id: fc.constantFrom(...products), quantity: fc.integer({ min: 1, max: 4 }) }),
        {
          minLength: 1,
          maxLength: 3,
        },
      ),
      order: fc.constantFrom(...orders),
    })
    const doors: Record<string, Door> = { order: allocate, cancel: deallocate, ship }
    const run = async ({ what, lines, order }: { what: string; lines: StockLine[]; order: string }) => {
      const [first = line(products[0])] = lines
      const door = doors[what]
      if (door === undefined)
        return expect([201, 409]).toContain((await transact(first.product_id, what, first.quantity)).status)
      return act(door, order, lines).catch((error) => expect(error).toBeInstanceOf(AppError))
    }
    await fc.assert(
      fc.asyncProperty(fc.array(chosen, { minLength: 1, maxLength: 8 }), async (operations) => {
        await Promise.all(operations.map(run))
        for (const product of products) await expectExplained(product)
      }),
      { numRuns: 40 },
    )
  })
})

/** Checks the levels against the ledger, the events and the allocations of orders. */
async function expectExplained(product: string): Promise<void> {
  type Row = { action: string; quantity: number; version: number; on_hand: number; allocated: number }
  const { db } = stage.database
  const rows = await query<Row>(db, `select * from stock_transactions where product_id = $1 order by version`, [
    product,
  ])
  let [on_hand, allocated] = [0, 0]
  for (const [index, row] of rows.entries()) {
    if (row.action === 'increment') on_hand += row.quantity
    if (row.action === 'decrement') on_hand -= row.quantity
    if (row.action === 'allocate') allocated += row.quantity
    if (row.action === 'deallocate') allocated -= row.quantity
    if (row.action === 'set') on_hand = row.quantity
    expect([row.version, row.on_hand, row.allocated]).toEqual([index + 1, on_hand, allocated])
    expect(allocated).toBeGreaterThanOrEqual(0)
    expect(allocated).toBeLessThanOrEqual(on_hand)
  }
  expect(await levels(product)).toEqual([on_hand, allocated, on_hand - allocated])
  const [allocation] = await query<{ sum: string | null }>(
    db,
    `select sum(quantity)::bigint as sum from stock_allocations where product_id = $1`,
    [product],
  )
  expect(Number(allocation?.sum ?? 0)).toBe(allocated)
  const [events] = await query<{ count: number }>(
    db,
    `select count(*) as count from events where triggered_by = 'stock-transaction.created'
     and payload::jsonb -> 'data' ->> 'product_id' = $1`,
    [product],
  )
  expect(events?.count).toBe(rows.length)
}

test('a store has one location, and an organization has none', async () => {
  const path = '/v2/inventories/locations'
  expect((await shopper.get(path)).body.data).toMatchObject([{ type: 'inventory_location', id: 'default' }])
  expect((await shopper.get(`${path}/default`)).status).toBe(200)
  expect((await shopper.get(`${path}/york`)).status).toBe(404)
  expect((await (await stage.tenant()).organization.get(path)).status).toBe(400)
})

test('the database rejects impossible levels', async () => {
  const product = await stocked(1)
  const break_ = (change: string) =>
    query(stage.database.db, `update inventories set ${change} where id = $1`, [product])
  await expect(break_('allocated = 2')).rejects.toThrow('inventories_figures')
  await expect(break_('allocated = -1')).rejects.toThrow('inventories_figures')
})

test('covers a success and a failure of every inventory operation', async () => {
  expect((await seller.post('/v2/inventories/multiple', { data: [{ id: await stocked(1) }] })).status).toBe(200)
  expect((await seller.post('/v2/inventories/multiple', { data: [] })).status).toBe(422)
  const created = await newProduct()
  for (const status of [201, 409])
    expect((await seller.post('/v2/inventories', { data: { id: created, attributes: {} } })).status).toBe(status)
  for (const [id, status] of [
    [created, 200],
    [crypto.randomUUID(), 404],
  ] as const)
    expect((await seller.put(`/v2/inventories/${id}`, { data: { attributes: { available: 1 } } })).status).toBe(status)
  expect(unseen(stage.contract, ({ tag }) => tag === 'Inventories')).toEqual([])
})
