/**
 * What a page of a long list costs: all logs of one integration are read page by page, sorted by a key and filtered by the
 * last key seen, as the API tells callers to. Run: `node bench/lists.ts [rows]`. The last line is the result as JSON.
 */
import { list } from '../src/db/list.ts'
import { makePartitions } from '../src/db/partitions.ts'
import { query } from '../src/db/pool.ts'
import type { Database } from '../src/db/tables.ts'
import { type ListQuery, parseListRequest } from '../src/http/lists.ts'
import { newId, timeOfId } from '../src/kernel/ids.ts'
import { makeDatabase, startCluster } from '../test/support/cluster.ts'
import { insertManyLogs, logs } from '../test/support/many-logs.ts'

const DAY = 86_400_000
const DAYS = 30
const LIMIT = 100
const rows = Number(process.argv[2] ?? 1_000_000)
const until = Math.floor(Date.now() / DAY) * DAY
const from = until - DAYS * DAY
const owner_id = newId(from)
const integration_id = newId(from)

const cluster = await startCluster(undefined, { fsync: 'on' })
const database = await makeDatabase(cluster, 'migrated')
try {
  await fill(database.db)
  const by_id = await walk(database.db, 'id', (last) => `gt(id,${last})`)
  const by_time = await walk(database.db, 'created_at', (last) => `gt(created_at,${timeOfId(last)})`)
  const offset = Math.max(0, rows - LIMIT)
  const deep_offset_ms = await time(() => page(database.db, { 'page[offset]': offset }))
  const counted_ms = await time(() => page(database.db, { 'page[total_method]': 'lower_bound' }))
  const exact_ms = await time(() => page(database.db, { 'page[total_method]': 'exact' }))
  console.log(
    JSON.stringify({ rows, days: DAYS, limit: LIMIT, ...by_id, by_time, deep_offset_ms, counted_ms, exact_ms }),
  )
} finally {
  await database.close()
  await cluster.close()
}

async function fill(db: Database): Promise<void> {
  for (let day = from; day <= until; day += DAY) await makePartitions(db, day)
  await insertManyLogs(db, { owner_id, integration_id, rows, from, until })
  await query(db, 'vacuum analyze logs', [])
}

/** Reads everything; the median page of the first hundredth of the walk, of its last hundredth, and the slowest percent. */
async function walk(db: Database, sort: string, after: (last: string) => string) {
  const times: number[] = []
  const seen = new Set<string>()
  let filter = ''
  for (;;) {
    const start = performance.now()
    const found = await page(db, { sort, filter, 'page[total_method]': 'observed' })
    times.push(performance.now() - start)
    for (const row of found.rows) seen.add(row.id)
    const last = found.rows.at(-1)
    if (!found.more || last === undefined) break
    filter = after(last.id)
  }
  if (seen.size !== rows) throw new Error(`The walk saw ${seen.size} of ${rows} rows.`)
  const hundredth = Math.ceil(times.length / 100)
  const first_page_ms = quantile(times.slice(0, hundredth), 0.5)
  const last_page_ms = quantile(times.slice(-hundredth), 0.5)
  return {
    pages: times.length,
    first_page_ms,
    last_page_ms,
    ratio: rounded(last_page_ms / first_page_ms),
    p99_page_ms: quantile(times, 0.99),
  }
}

function page(db: Database, asked: ListQuery) {
  const own = db.selectFrom('logs').where('integration_id', '=', integration_id).selectAll()
  return list(db, own, parseListRequest({ sort: 'created_at', 'page[limit]': LIMIT, ...asked }, logs, LIMIT))
}

/** Median of 9, in milliseconds. */
async function time(run: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  while (times.length < 9) {
    const start = performance.now()
    await run()
    times.push(performance.now() - start)
  }
  return quantile(times, 0.5)
}

function quantile(times: readonly number[], part: number): number {
  const sorted = [...times].sort((one, other) => one - other)
  return rounded(sorted[Math.floor((sorted.length - 1) * part)] ?? 0)
}

function rounded(number: number): number {
  return Math.round(number * 100) / 100
}
