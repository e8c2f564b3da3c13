import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createOrganization } from '../../src/access/organizations.ts'
import { insertStore } from '../../src/access/store.ts'
import { query } from '../../src/db/database.ts'
import { newId } from '../../src/db/new-id.ts'
import { timeOfId } from '../../src/kernel/ids.ts'
import { COUNTED_MS, countOrders, SETTLED_MS } from '../../src/store/recommendations/count-orders.ts'
import { MAX_PRODUCTS } from '../../src/store/recommendations/sql/pairs.ts'
import type { TestDatabase } from '../support/database/cluster.ts'
import { testDatabase } from '../support/database/database.ts'
import { lawRuns } from '../support/measures/law-runs.ts'
import { insertPlacedOrder, type PlacedOrder } from '../support/store/placed-orders.ts'

const DAY = 86_400_000
const NOW = Date.UTC(2026, 5, 1)

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

async function newStore(): Promise<string> {
  const { id: organization_id } = await createOrganization(database.db, { name: 'Looms' }, NOW)
  const id = newId(NOW)
  const times = { created_at: new Date(NOW), updated_at: new Date(NOW) }
  await insertStore(database.db, { id, organization_id, name: 'Looms', scope: id, ...times })
  return id
}

/** Runs the job until no work is left, in that many processes at once. */
async function count(now: number, processes = 1): Promise<void> {
  const work = async () => {
    while (await countOrders(database, now));
  }
  await Promise.all(Array.from({ length: processes }, work))
  await work()
}

type Counts = Record<string, number>

async function countsOf(owner_id: string): Promise<Counts> {
  const select = 'select product_id, other_id, orders from bought_together where owner_id = $1'
  const rows = await query<{ product_id: string; other_id: string; orders: number }>(database.db, select, [owner_id])
  return Object.fromEntries(rows.map(({ product_id, other_id, orders }) => [`${product_id} ${other_id}`, orders]))
}

/** Expected counts, computed from all orders. */
function naiveCounts(orders: readonly PlacedOrder[], now: number): Counts {
  const counts: Counts = {}
  const counted = orders.filter(({ id, updated_at, status }) => {
    return status !== 'cancelled' && timeOfId(id) >= now - COUNTED_MS && updated_at <= now - SETTLED_MS
  })
  for (const { items } of counted) {
    const chosen = items.flatMap((item) => (item.promotion_id === undefined ? (item.product_id ?? []) : []))
    const products = [...new Set(chosen)].slice(0, MAX_PRODUCTS)
    for (const one of products)
      for (const other of products) if (one !== other) counts[`${one} ${other}`] = (counts[`${one} ${other}`] ?? 0) + 1
  }
  return counts
}

const PRODUCTS = Array.from({ length: 6 }, () => crypto.randomUUID())
const placed = (owner_id: string, at: number, items: PlacedOrder['items']): PlacedOrder => ({
  owner_id,
  id: newId(at),
  updated_at: at,
  status: 'incomplete',
  items,
})
const itemsOf = (...product_ids: (string | undefined)[]) => product_ids.map((id) => ({ product_id: id ?? null }))

async function setStatus(order: PlacedOrder, status: PlacedOrder['status'], updated_at: number): Promise<void> {
  const update = 'update orders set status = $3, updated_at = $4 where owner_id = $1 and id = $2'
  await query(database.db, update, [order.owner_id, order.id, status, new Date(updated_at)])
  Object.assign(order, { status, updated_at })
}

/** An event in a store: an order, a change of an order, time passing, or a run of the job. */
type Happening =
  | { kind: 'order'; items: PlacedOrder['items'] }
  | { kind: 'change'; index: number; status: PlacedOrder['status'] }
  | { kind: 'wait'; days: number }
  | { kind: 'count' }

const happenings = (): fc.Arbitrary<Happening[]> => {
  const product_id = fc.constantFrom(...PRODUCTS, null)
  const item = fc.oneof(
    { weight: 5, arbitrary: fc.record({ product_id }) },
    { weight: 1, arbitrary: fc.record({ product_id, promotion_id: fc.uuid() }) },
  )
  const items = fc.array(item, { minLength: 1, maxLength: 5 })
  const status = fc.constantFrom<PlacedOrder['status']>('complete', 'cancelled', 'incomplete')
  const happening = fc.oneof(
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('order' as const), items }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('change' as const), index: fc.nat(), status }) },
    {
      weight: 2,
      arbitrary: fc.record({ kind: fc.constant('wait' as const), days: fc.constantFrom(0.001, 1, 60, 90) }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('count' as const) }) },
  )
  return fc.array(happening, { minLength: 5, maxLength: 25 })
}

test('after each run the counts cover all orders of the period that are not cancelled', async () => {
  await fc.assert(
    fc.asyncProperty(happenings(), async (happened) => {
      const store_id = await newStore()
      const orders: PlacedOrder[] = []
      let now = NOW
      for (const happening of [...happened, { kind: 'count' as const }]) {
        now += 1
        const order = happening.kind === 'change' ? orders[happening.index % Math.max(1, orders.length)] : undefined
        if (happening.kind === 'order') {
          const added = placed(store_id, now, happening.items)
          orders.push(added)
          await insertPlacedOrder(database.db, added)
        }
        if (happening.kind === 'change' && order !== undefined) await setStatus(order, happening.status, now)
        if (happening.kind === 'wait') now += happening.days * DAY
        if (happening.kind === 'count') {
          now += SETTLED_MS
          await count(now)
          expect(await countsOf(store_id)).toEqual(naiveCounts(orders, now))
        }
      }
    }),
    { numRuns: lawRuns(12) },
  )
})

test('several processes that count at once count each order once', async () => {
  const [one, two] = [await newStore(), await newStore()]
  const orders = Array.from({ length: 120 }, (_, index) =>
    placed(index % 2 === 0 ? one : two, NOW + index, itemsOf(PRODUCTS[index % 6], PRODUCTS[(index + 2) % 6])),
  )
  for (const order of orders) await insertPlacedOrder(database.db, order)
  await count(NOW + DAY, 4)
  for (const store_id of [one, two]) {
    const own = orders.filter(({ owner_id }) => owner_id === store_id)
    expect(await countsOf(store_id)).toEqual(naiveCounts(own, NOW + DAY))
  }
})

test('reads an order five minutes after its last change', async () => {
  const store_id = await newStore()
  await insertPlacedOrder(database.db, placed(store_id, NOW, itemsOf(PRODUCTS[0], PRODUCTS[1])))
  await count(NOW + SETTLED_MS - 1)
  expect(await countsOf(store_id)).toEqual({})
  await count(NOW + SETTLED_MS)
  expect(Object.values(await countsOf(store_id))).toEqual([1, 1])
})

test('counts only the first products of a large order', async () => {
  const store_id = await newStore()
  const products = Array.from({ length: MAX_PRODUCTS + 5 }, () => crypto.randomUUID())
  const order = placed(store_id, NOW, itemsOf(...products, products[0]))
  await insertPlacedOrder(database.db, order)
  await count(NOW + DAY)
  const counts = await countsOf(store_id)
  expect(Object.keys(counts)).toHaveLength(MAX_PRODUCTS * (MAX_PRODUCTS - 1))
  expect(counts).toEqual(naiveCounts([order], NOW + DAY))
})
