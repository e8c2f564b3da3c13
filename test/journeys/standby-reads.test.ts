import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Database, query } from '../../src/db/database.ts'
import { openConnections, openDatabase } from '../../src/db/pool.ts'
import { type Reader, standbyReader } from '../../src/db/reading/reader.ts'
import { Standby } from '../../src/db/reading/standby.ts'
import { type App, type Client, eventually, openApp, openTenant, send } from '../support/app.ts'
import { startStopwatch } from '../support/measures/stopwatch.ts'
import { openOperator } from '../support/people/operator.ts'
import { scrape } from '../support/scraped-metrics.ts'
import { type Replicated, startReplicated } from '../support/servers/replicated.ts'
import { addProduct, createAssortment, publish as publishRelease } from '../support/store/catalogs.ts'

const TOKEN = 'a-token-for-metrics'
const MAX_LAG_MS = 1_000
/** Longest read while the standby fails: two probes and the read itself. */
const MAX_READ_MS = 2_500
/** The same with probes that still reach another standby. */
const READ_TIMEOUT_MS = 3_000
const EVENT = { triggered_by: 'order.paid', payload: { data: { type: 'order', id: 'o1' } } }

let servers: Replicated
let standby: Database
let app: App
let seller: Client
let shopper: Client
let lines: { msg: string; reason?: string }[]

beforeAll(async () => {
  servers = await startReplicated()
  standby = openDatabase({ url: servers.standby_url, connections: 1, onError: () => {} })
  lines = []
  app = await openHere(servers.standby_url)
  const tenant = await openTenant(app)
  seller = tenant.seller
  shopper = tenant.shopper
})
afterAll(async () => {
  await app?.close()
  await standby?.close()
  await servers?.close()
})

function openHere(read_url: string): Promise<App> {
  const url = servers.primary_url
  const database = { db: standby, url, direct_url: url, close: async () => {} }
  const env = { DATABASE_READ_URL: read_url, TIDINGS_METRICS_TOKEN: TOKEN, TIDINGS_LOG_LEVEL: 'info' }
  return openApp(database, { env, lines: { write: (line) => void lines.push(JSON.parse(line)) } })
}

async function reads({ origin }: App = app): Promise<Record<'standby' | 'primary', number>> {
  const exposed = await scrape(`${origin}/metrics`, TOKEN)
  const from = (name: string) => exposed.value('tidings_database_reads_total', { from: name })
  return { standby: from('standby'), primary: from('primary') }
}

async function publish(): Promise<string> {
  return (await seller.post('/v2/events', EVENT)).body.data[0].id
}

async function listed(headers: Record<string, string> = {}, { origin }: App = app): Promise<string[]> {
  const authorization = `Bearer ${seller.token}`
  const address = `${origin}/v2/events?page[limit]=100`
  const { body } = await send(address, 'GET', undefined, { authorization, ...headers })
  return body.data.map(({ id }: { id: string }) => id)
}

/** Reads until the standby serves the reads. */
async function untilUsed(by: App = app): Promise<void> {
  const before = (await reads(by)).standby
  await eventually(
    async () => {
      await listed({}, by)
      return reads(by)
    },
    (now) => now.standby > before,
  )
}

const replay = (action: 'pause' | 'resume') => query(standby, `select pg_wal_replay_${action}()`, [])

const changes = () => lines.filter(({ msg }) => msg.startsWith('the standby is '))

test('every list contains a commit one second old while replay stops and resumes', async () => {
  await untilUsed()
  const before = await reads()
  const confirmed: { id: string; at: number }[] = []
  const missing: string[] = []
  let isOver = false
  const publishing = (async () => {
    while (!isOver) {
      const id = await publish()
      confirmed.push({ id, at: performance.now() })
      await wait(60)
    }
  })()
  const pausing = (async () => {
    for (const pause of [300, 500]) {
      await replay('pause')
      await wait(pause)
      await replay('resume')
      await wait(200)
    }
    await replay('pause')
    await eventually(reads, (now) => now.primary > before.primary + 5)
    await replay('resume')
    const paused = await reads()
    await eventually(reads, (now) => now.standby > paused.standby + 10)
  })().finally(() => {
    isOver = true
  })
  while (!isOver) {
    const began = performance.now()
    const found = new Set(await listed())
    const due = confirmed.filter(({ at }) => at < began - MAX_LAG_MS)
    missing.push(...due.map(({ id }) => id).filter((id) => !found.has(id)))
    await wait(20)
  }
  await Promise.all([publishing, pausing])
  expect(missing).toEqual([])
  const after = await reads()
  const operator = await openOperator(app)
  const { read_standby } = await eventually(
    async () => (await operator.get('/v2/operations')).body.data,
    (data) => data.read_standby.lag < MAX_LAG_MS / 1000,
  )
  expect(read_standby.reads.standby).toBeGreaterThanOrEqual(after.standby)
})

test('no-cache reads see a commit at once while replay is paused, and all reads do after a second', async () => {
  await untilUsed()
  await replay('pause')
  const id = await publish()
  expect(await listed()).not.toContain(id)
  expect(await listed({ 'cache-control': 'no-cache' })).toContain(id)
  // An event missing on the standby may be new.
  expect((await seller.get(`/v2/events/${id}`)).status).toBe(200)
  const published = startStopwatch()
  await eventually(
    () => listed(),
    (found) => found.includes(id),
  )
  expect(published.stop()).toBeLessThan(MAX_LAG_MS + 1_000)
  await eventually(
    async () => changes().at(-1),
    (line) => /too far behind/.test(line?.reason ?? ''),
  )
  await replay('resume')
  await untilUsed()
})

/** Durations and failures of lists while `disturb` runs. */
async function disturbed(disturb: () => Promise<void>): Promise<{ failed: number; longest: number }> {
  let isOver = false
  const durations: number[] = []
  const clock = startStopwatch()
  let failed = 0
  const reader = async () => {
    while (!isOver) {
      const began = clock.elapsed()
      const { status } = await seller.get('/v2/events?page[limit]=5')
      durations.push(clock.elapsed() - began)
      if (status !== 200) failed += 1
      await wait(10)
    }
  }
  const readers = [reader(), reader(), reader()]
  await disturb().finally(() => {
    isOver = true
  })
  await Promise.all(readers)
  clock.stop()
  return { failed, longest: Math.max(...durations) }
}

test.each([
  ['is killed', 'SIGKILL', 'start'],
  ['stands still', 'SIGSTOP', 'SIGCONT'],
] as const)(
  'no list fails or waits long when the standby %s, and the standby is used again afterwards',
  async (_what, signal, back) => {
    await untilUsed()
    const logged = changes().length
    const outcome = await disturbed(async () => {
      await servers.signal(signal)
      await eventually(
        async () => changes().length,
        (count) => count > logged,
      )
      await wait(500)
    })
    expect(outcome.failed).toBe(0)
    expect(outcome.longest).toBeLessThan(MAX_READ_MS)
    await (back === 'start' ? servers.start() : servers.signal(back))
    await untilUsed()
    expect(
      changes()
        .slice(logged)
        .map(({ msg }) => msg),
    ).toEqual(['the standby is not used: the primary is read', 'the standby is used again'])
  },
)

async function setOnStandby(name: string, value: string): Promise<void> {
  await query(standby, `alter system set ${name} = '${value}'`, [])
  await query(standby, 'select pg_reload_conf()', [])
}

describe('a read that fails on the standby', () => {
  let primary: Database
  let reader: Reader

  beforeAll(() => {
    const open = (connections: number) => openConnections({ url: servers.standby_url, connections, onError: () => {} })
    const max_lag_ms = 10 * MAX_LAG_MS
    primary = openDatabase({ url: servers.primary_url, connections: 3, onError: () => {} })
    reader = standbyReader(
      primary,
      new Standby({ primary, readers: open(2), probe: open(1), max_lag_ms, onChange() {} }),
      max_lag_ms,
    )
  })
  afterAll(async () => {
    await reader.close()
    await primary.close()
  })

  /** Runs a statement with the reader and returns the servers tried. */
  async function read(text: string, values: readonly unknown[] = []): Promise<{ tried: string[]; rows: unknown[] }> {
    const tried: string[] = []
    const rows = await reader.read('recent', async (db) => {
      const [row] = await query<{ is_standby: boolean }>(db, 'select pg_is_in_recovery() as is_standby', [])
      tried.push(row?.is_standby === true ? 'standby' : 'primary')
      return query(db, text, values)
    })
    return { tried, rows }
  }

  const untilUsedBy = () =>
    eventually(
      () => read('select 1'),
      ({ tried }) => tried[0] === 'standby',
    )

  /** Locks a table on the primary until released; replay locks it on the standby too. */
  async function lockTable(table: string): Promise<{ release(): Promise<void> }> {
    const locked = Promise.withResolvers<void>()
    const released = Promise.withResolvers<void>()
    const holding = primary.transaction(async (tx) => {
      await query(tx, `lock table only ${table} in access exclusive mode`, [])
      locked.resolve()
      await released.promise
    })
    await Promise.race([locked.promise, holding])
    const release = () => {
      released.resolve()
      return holding
    }
    return { release }
  }

  /** Waits for a lock on the standby. */
  const untilLock = (condition: string) =>
    eventually(
      () => query(standby, `select 1 from pg_locks where ${condition}`, []),
      ({ length }) => length > 0,
    )

  test('is repeated on the primary after a replay conflict, and the standby stays in use', async () => {
    const id = await publish()
    const name_of = 'select tableoid::regclass::text as name from events where id = $1'
    const [partition] = await query<{ name: string }>(primary, name_of, [id])
    await setOnStandby('max_standby_streaming_delay', '0')
    await untilUsedBy()
    // The statement holds a lock on events and waits for a partition when the lock on events is replayed.
    const first = await lockTable(partition?.name ?? '')
    await untilLock(`granted and mode = 'AccessExclusiveLock'`)
    const reading = read('select id from events where id = $1', [id])
    await untilLock('not granted')
    const second = await lockTable('events')
    await eventually(
      () => servers.log(),
      (log) => log.includes('canceling statement due to conflict with recovery'),
    )
    await Promise.all([first.release(), second.release()])
    expect(await reading).toEqual({ tried: ['standby', 'primary'], rows: [{ id }] })
    expect((await read('select 1')).tried).toEqual(['standby'])
    await setOnStandby('max_standby_streaming_delay', '30s')
  })

  test.each(['40001', '40P01', '57P01', '25006', '08006', '53200', 'XX000'])(
    'is repeated on the primary after error %s',
    async (code) => {
      await untilUsedBy()
      const raise = `do $$ begin if pg_is_in_recovery() then raise exception using errcode = '${code}'; end if; end $$`
      expect((await read(raise)).tried).toEqual(['standby', 'primary'])
    },
  )
})

/** Delays the replay of commits on the standby. */
const delayReplay = (by: string) => setOnStandby('recovery_min_apply_delay', by)

test('a standby that always lags shows shoppers complete releases, and serves them later', async () => {
  const assortment = await createAssortment(seller, { LAMP: 900 })
  await delayReplay('500ms')
  const readProducts = async (limit: number) => {
    const { body } = await shopper.get(`/v2/catalog/products?sort=id&page[limit]=${limit}`)
    return body.data.map(({ attributes }: { attributes: { sku: string } }) => attributes.sku)
  }
  await publishRelease(seller, assortment.catalog)
  expect(await readProducts(50)).toEqual(['LAMP'])
  await addProduct(seller, assortment, { sku: 'DESK' })
  await publishRelease(seller, assortment.catalog)
  const before = (await reads()).standby
  let limit = 50
  do {
    limit += 1
    expect(await readProducts(limit)).toEqual(['LAMP', 'DESK'])
    await wait(200)
  } while ((await reads()).standby === before && limit < 100)
  expect(limit).toBeLessThan(100)
  await delayReplay('0')
})

/** One address for several servers: connections go to them in turn, and the last server gets the rest. */
async function openProxy(urls: readonly string[]): Promise<{ url: string; close(): void }> {
  let at = 0
  const sockets = new Set<Socket>()
  const proxy = createServer((client) => {
    const { port } = new URL(urls[Math.min(at, urls.length - 1)] ?? '')
    at += 1
    const server = connect(Number(port), '127.0.0.1')
    for (const socket of [client, server]) sockets.add(socket.on('error', () => {}))
    client.pipe(server).pipe(client)
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const { port } = proxy.address() as AddressInfo
  return {
    url: Object.assign(new URL(urls[0] ?? ''), { port }).href,
    close() {
      proxy.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

test('each server behind one address proves its own freshness, and a stuck server costs only seconds', async () => {
  // The probes use the first connection.
  const proxy = await openProxy([servers.primary_url, servers.standby_url])
  const other = await openHere(proxy.url)
  await untilUsed(other)
  await replay('pause')
  const id = await publish()
  const published = startStopwatch()
  await eventually(
    () => listed({}, other),
    (found) => found.includes(id),
  )
  expect(published.stop()).toBeLessThan(MAX_LAG_MS + 1_000)
  await replay('resume')
  await untilUsed(other)
  // The probes still reach the other server.
  await servers.signal('SIGSTOP')
  const stopped = startStopwatch()
  expect(await listed({}, other)).toContain(id)
  expect(stopped.stop()).toBeLessThan(READ_TIMEOUT_MS + 1_500)
  await servers.signal('SIGCONT')
  await other.close()
  proxy.close()
})

test('a writable server that is not the primary is never read, regardless of its replay position', async () => {
  await untilUsed()
  await query(standby, 'select pg_promote()', [])
  await query(standby, `select pg_logical_emit_message(false, 'ahead', repeat('x', 1000000))`, [])
  await eventually(
    async () => changes().at(-1),
    (line) => /not a standby/.test(line?.reason ?? ''),
  )
  const id = await publish()
  expect(await listed()).toContain(id)
  // Over all tests, writes must not have gone to the standby.
  expect(await servers.log()).not.toMatch(/read-only transaction/)
})
