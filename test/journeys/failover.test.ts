import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { playFailovers } from '../../bench/support/failures/failover-run.ts'
import { type Database, query } from '../../src/db/database.ts'
import { openDatabase } from '../../src/db/pool.ts'
import { type App, eventually, openApp, openTenant } from '../support/app.ts'
import { openReader } from '../support/documents/reader.ts'
import { openOperator } from '../support/people/operator.ts'
import { scrape } from '../support/scraped-metrics.ts'
import { type Cluster, startCluster } from '../support/servers/high-availability/cluster.ts'

/** The cluster of the guide, with faster failure detection. */
const PACE = { ttl: 8, loop_wait: 2, retry_timeout: 3 }
const TOKEN = 'a-token-for-metrics'
/** Includes the installation of missing packages. */
const START_TIMEOUT = 300_000
const TIMEOUT = { timeout: 240_000 }

let cluster: Cluster
let db: Database

beforeAll(async () => {
  cluster = await startCluster({ kind: 'fast', pace: PACE })
  db = openDatabase({ url: cluster.superuser_url, connections: 1, onError: () => {} })
}, START_TIMEOUT)
afterAll(async () => {
  await db?.close()
  await cluster?.close()
}, 30_000)

test('no accepted event is lost when the primary fails, and no process needs a restart', TIMEOUT, async () => {
  const lines: string[] = []
  const options = { rate: 40, failovers: ['kill' as const], freeze_ms: 0, report: (line: string) => lines.push(line) }
  const { accepted, stored, received, lost, twice_share, stuck, given_up, restarted, refusals } = await playFailovers(
    cluster,
    options,
  )
  expect(lines).toHaveLength(1)
  expect({ stored, received, lost, stuck, given_up, restarted }).toEqual({
    ...{ stored: accepted, received: accepted },
    ...{ lost: 0, stuck: 0, given_up: 0, restarted: 0 },
  })
  expect(accepted).toBeGreaterThan(500)
  expect(twice_share).toBeLessThan(0.01)
  // Responses to clients during the failover.
  expect(Object.keys(refusals)).toEqual(['503'])
})

test(
  'a commit without a standby is never confirmed, even if its wait is cancelled; a metric shows it',
  TIMEOUT,
  async () => {
    const { app, close } = await openHere()
    const operator = await openOperator(app)
    const { seller } = await openTenant(app)
    const standbys = async () => (await operator.get('/v2/operations')).body.data.synchronous_standbys
    const [, synchronous, other] = await cluster.healthy()
    await query(db, 'revoke pg_read_all_stats from tidings', [])
    expect(await standbys()).toMatchObject({ connected: null, required: 1 })
    await query(db, 'grant pg_read_all_stats to tidings', [])
    const connected = (count: number) => eventually(standbys, (found) => found.connected === count)
    for (const name of [synchronous, other]) await cluster.stall(name)
    const event = { id: randomUUID(), triggered_by: 'order.paid', payload: { data: { type: 'order', id: 'o1' } } }
    let isOver = false
    const publishing = seller.post('/v2/events', event).finally(() => {
      isOver = true
    })
    await eventually(cancelWaiting, () => isOver)
    const refused = await publishing
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
    await connected(0)
    const exposed = await scrape(`${app.origin}/metrics`, TOKEN)
    expect(exposed.value('tidings_database_synchronous_standbys', {})).toBe(0)
    expect(exposed.value('tidings_database_synchronous_standbys_required', {})).toBe(1)
    for (const name of [synchronous, other]) await cluster.thaw(name)
    await connected(1)
    const again = await eventually(
      () => seller.post('/v2/events', event),
      ({ status }) => status === 201,
    )
    expect(again.body.data).toHaveLength(1)
    await close()
  },
)

/** Cancels the hanging statement as an administrator would. */
async function cancelWaiting(): Promise<void> {
  await query(db, `select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'`, [])
}

test('the address for readers leads to a standby, which proves that it is fresh', TIMEOUT, async () => {
  await cluster.healthy()
  const { app, close } = await openHere({ DATABASE_READ_URL: named(cluster.read_url) })
  const { seller } = await openTenant(app)
  const standby = openDatabase({ url: cluster.read_url, connections: 1, onError: () => {} })
  expect(await query(standby, 'select pg_is_in_recovery() as replays', [])).toEqual([{ replays: true }])
  const served = async () => {
    await seller.get('/v2/events')
    return (await scrape(`${app.origin}/metrics`, TOKEN)).value('tidings_database_reads_total', { from: 'standby' })
  }
  await eventually(served, (count) => count > 0)
  await standby.close()
  await close()
})

test('the commands of the high-availability guide run on this cluster', TIMEOUT, async () => {
  await cluster.healthy()
  const reader = await openReader()
  const replaced = { '/etc/patroni/config.yml': cluster.configuration('db1') }
  expect(await reader.reads('docs/guides/high-availability.md', replaced)).toEqual([])
  await reader.close()
})

/** A deployment on its own database in the cluster. */
async function openHere(env: Record<string, string> = {}): Promise<{ app: App; close(): Promise<void> }> {
  const [present] = await query(db, `select from pg_database where datname = 'standbys'`, [])
  if (present === undefined) await query(db, 'create database standbys owner tidings', [])
  const url = named(cluster.url)
  const own = openDatabase({ url, connections: 1, onError: () => {} })
  const database = { db: own, url, direct_url: url, close: () => own.close() }
  const app = await openApp(database, { env: { TIDINGS_METRICS_TOKEN: TOKEN, ...env } })
  return {
    app,
    async close() {
      await app.close()
      await database.close()
    },
  }
}

/** URL of the database of these tests. */
function named(url: string): string {
  return Object.assign(new URL(url), { pathname: '/standbys' }).href
}
