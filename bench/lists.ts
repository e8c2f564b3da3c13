/**
 * Measures pages of long lists: reads all logs of an integration and all orders of a store page by page, sorted by a
 * key and filtered by the last key seen, as the API documents.
 * node bench/lists.ts [logs] [orders]
 * The last line is the result as JSON; exits with 1 if a last page costs over three times a first page.
 */

import { type Database, query } from '../src/db/database.ts'
import { type Bind, list } from '../src/db/list.ts'
import { newId } from '../src/db/new-id.ts'
import { createPartitions } from '../src/db/partitions/partitions.ts'
import { type ListQuery, parseListRequest } from '../src/http/lists/lists.ts'
import { timeOfId } from '../src/kernel/ids.ts'
import { listRows } from '../src/store/kit/store.ts'
import { type Order, orders } from '../src/store/orders/order.ts'
import { makeDatabase, startCluster } from '../test/support/database/cluster.ts'
import { insertManyLogs, logs } from '../test/support/database/many-logs.ts'
import { insertManyOrders } from '../test/support/store/many-orders.ts'
import { median, quantile } from './support/quantile.ts'

const DAY = 86_400_000
const DAYS = 30
const LIMIT = 100
/** Maximum ratio of the last page's cost to the first page's. */
const FLAT = 3
const rows = Number(process.argv[2] ?? 1_000_000)
const order_rows = Number(process.argv[3] ?? 200_000)
const until = Math.floor(Date.now() / DAY) * DAY
const from = until - DAYS * DAY
const owner_id = newId(from)
const integration_id = newId(from)

const cluster = await startCluster(undefined, { fsync: 'on' })
const database = await makeDatabase(cluster, 'migrated')
try {
  const of_logs = await walkLogs(database.db)
  const of_orders = await walkOrders(database.db)
  console.log(JSON.stringify({ rows, days: DAYS, limit: LIMIT, ...of_logs, orders: of_orders }))
  const { by_id, by_created_at, by_updated_at } = of_orders
  const walks = [of_logs, of_logs.by_time, by_id, by_created_at, by_updated_at]
  process.exitCode = walks.every(({ ratio }) => ratio <= FLAT) ? 0 : 1
} finally {
  await database.close()
  await cluster.close()
}

async function walkLogs(db: Database) {
  for (let day = from; day <= until; day += DAY) await createPartitions(db, day)
  await insertManyLogs(db, { owner_id, integration_id, rows, from, until })
  await query(db, 'vacuum analyze logs', [])
  const read = (asked: ListQuery) => page(db, asked)
  const by_id = await walk(read, { rows, sort: 'id', after: ({ id }) => `gt(id,${id})` })
  const after = ({ id }: { id: string }) => `gt(created_at,${timeOfId(id)})`
  const by_time = await walk(read, { rows, sort: 'created_at', after })
  const offset = Math.max(0, rows - LIMIT)
  const deep_offset_ms = await time(() => read({ 'page[offset]': offset }))
  const counted_ms = await time(() => read({ 'page[total_method]': 'lower_bound' }))
  const exact_ms = await time(() => read({ 'page[total_method]': 'exact' }))
  return { ...by_id, by_time, deep_offset_ms, counted_ms, exact_ms }
}

async function walkOrders(db: Database) {
  await insertManyOrders(db, { owner_id, rows: order_rows, from, until })
  const read = (asked: ListQuery) => {
    const request = parseListRequest({ 'page[limit]': LIMIT, ...asked }, orders.list, LIMIT)
    return listRows(db, orders, { owner_id }, request)
  }
  const place = { rows: order_rows, after: ({ id }: { id: string }) => `gt(id,${id})` }
  const by_id = await walk(read, { ...place, sort: 'id' })
  const behind = (field: string, at: number, id: string) => `(gt(${field},${at})|eq(${field},${at}):gt(id,${id}))`
  const by_created_at = await walk(read, {
    ...place,
    sort: 'created_at',
    after: ({ id }) => behind('created_at', timeOfId(id), id),
  })
  const by_updated_at = await walk(read, {
    ...place,
    sort: 'updated_at',
    after: ({ id, updated_at }: Order) => behind('updated_at', updated_at, id),
  })
  const deep_offset_ms = await time(() => read({ 'page[offset]': orders.list.max_offset ?? 0 }))
  return { rows: order_rows, by_id, by_created_at, by_updated_at, deep_offset_ms }
}

type Walk<Row> = { rows: number; sort: string; after: (last: Row) => string }
type Read<Row> = (asked: ListQuery) => Promise<{ rows: Row[]; more: boolean }>

/** Walks the whole list. Returns the median page of the first and the last hundredth, and the slowest percent. */
async function walk<Row extends { id: string }>(read: Read<Row>, { rows, sort, after }: Walk<Row>) {
  const times: number[] = []
  const seen = new Set<string>()
  let filter = ''
  for (;;) {
    const start = performance.now()
    const found = await read({ sort, filter, 'page[total_method]': 'observed' })
    times.push(performance.now() - start)
    for (const row of found.rows) seen.add(row.id)
    const last = found.rows.at(-1)
    if (!found.more || last === undefined) break
    filter = after(last)
  }
  if (seen.size !== rows) throw new Error(`The walk returned ${seen.size} of ${rows} rows.`)
  const hundredth = Math.ceil(times.length / 100)
  const first_page_ms = rounded(median(times.slice(0, hundredth)))
  const last_page_ms = rounded(median(times.slice(-hundredth)))
  return {
    pages: times.length,
    first_page_ms,
    last_page_ms,
    ratio: rounded(last_page_ms / first_page_ms),
    p99_page_ms: rounded(quantile(times, 0.99)),
  }
}

function page(db: Database, asked: ListQuery) {
  const own = { columns: '*', from: 'logs', where: (bind: Bind) => `integration_id = ${bind(integration_id)}` }
  return list<{ id: string }>(
    db,
    own,
    parseListRequest({ sort: 'created_at', 'page[limit]': LIMIT, ...asked }, logs, LIMIT),
  )
}

/** Median of 9 runs, in milliseconds. */
async function time(run: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  while (times.length < 9) {
    const start = performance.now()
    await run()
    times.push(performance.now() - start)
  }
  return rounded(median(times))
}

function rounded(number: number): number {
  return Math.round(number * 100) / 100
}
