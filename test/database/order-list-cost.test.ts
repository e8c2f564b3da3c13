import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../src/db/new-id.ts'
import { type ListQuery, parseListRequest } from '../../src/http/lists/lists.ts'
import { timeOfId } from '../../src/kernel/ids.ts'
import { listRows } from '../../src/store/kit/store.ts'
import { type Order, orders } from '../../src/store/orders/order.ts'
import { type Counted, openCounted } from '../support/database/blocks.ts'
import type { TestDatabase } from '../support/database/cluster.ts'
import { testDatabase } from '../support/database/database.ts'
import { insertManyOrders } from '../support/store/many-orders.ts'

const DAY = 86_400_000
const ROWS = 10_000
const UNTIL = Date.now()
const FROM = UNTIL - 30 * DAY
const owner_id = newId(FROM)
/** Blocks: a row on a page costs one index lookup and one row fetch. */
const A_PAGE = 250

let database: TestDatabase
let counted: Counted

beforeAll(async () => {
  database = await testDatabase()
  counted = openCounted(database.url)
  for (const [id, rows] of [
    [owner_id, ROWS],
    [newId(FROM), ROWS / 10],
  ] as const)
    await insertManyOrders(database.db, { owner_id: id, rows, from: FROM, until: UNTIL })
})

afterAll(async () => {
  await counted.close()
  await database.close()
})

/** Reads a page of the store's orders and counts the blocks touched. */
function read(query: ListQuery) {
  const page = { 'page[limit]': 100, 'page[total_method]': 'observed' as const, ...query }
  const request = parseListRequest(page, orders.list, 25)
  return counted.counting(() => listRows(counted.db, orders, { owner_id }, request))
}

const iso = (at: number) => new Date(at).toISOString()

test.each([
  ['id', ({ id }: Order) => `gt(id,${id})`],
  ['-id', ({ id }: Order) => `lt(id,${id})`],
  [
    'created_at',
    ({ id }: Order) => `(gt(created_at,${iso(timeOfId(id))})|gt(id,${id}):eq(created_at,${iso(timeOfId(id))}))`,
  ],
  [
    'updated_at',
    ({ id, updated_at: at }: Order) => `(gt(updated_at,${iso(at)})|eq(updated_at,${iso(at)}):gt(id,${id}))`,
  ],
  [
    '-updated_at',
    ({ id, updated_at: at }: Order) => `(lt(updated_at,${iso(at)})|eq(updated_at,${iso(at)}):lt(id,${id}))`,
  ],
  ['updated_at', ({ updated_at: at }: Order) => `ge(updated_at,${iso(at)})`],
])('a keyset walk by %s reads equally few blocks on any page', async (sort, after) => {
  for (const offset of [0, ROWS / 10, ROWS / 2, ROWS - 1000, ROWS - 101]) {
    const before = await read({ sort, 'page[offset]': offset, 'page[limit]': 1 })
    const page = await read({ sort, filter: after(before.rows[0] as Order) })
    expect(page.rows).toHaveLength(100)
    expect([offset, page.blocks < A_PAGE]).toEqual([offset, true])
  }
})

test.each([
  ['a state that few are in', 'eq(status,processing)'],
  ['states that hardly any has together', 'eq(payment,paid):eq(shipping,unfulfilled)'],
  ['the number', 'eq(order_number,N-777)'],
  ['what another system calls it', 'eq(external_ref,erp-777)'],
  ['the e-mail address of who bought', 'eq(email,ada.777@example.com)'],
  ['a customer', 'eq(customer_id,f1c15925-8841-1002-af34-0cbaedd6fc33)'],
  ['a product that nobody bought', 'eq(product_sku,NONE)'],
])('a search for %s does not read all orders', async (_, filter) => {
  expect((await read({ filter, 'page[total_method]': 'lower_bound' })).blocks).toBeLessThan(A_PAGE)
})
