import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, query } from '../../src/db/database.ts'
import { openDatabase } from '../../src/db/pool.ts'
import { type App, eventually, openApp, openTenant } from '../support/app.ts'
import type { TestDatabase } from '../support/database/cluster.ts'
import { testDatabase } from '../support/database/database.ts'

const EVENT = { triggered_by: 'order.paid', payload: { data: { type: 'order', id: 'o1' } } }

let database: TestDatabase
let name: string
/** Changes the setting over another database, so that it does not apply to this connection. */
let administrator: Database
let app: App

beforeAll(async () => {
  database = await testDatabase()
  const url = new URL(database.direct_url)
  name = url.pathname.slice(1)
  administrator = openDatabase({
    url: Object.assign(url, { pathname: '/postgres' }).href,
    connections: 1,
    onError: () => {},
  })
  app = await openApp(database)
})
afterAll(async () => {
  await app.close()
  await administrator.close()
  await database.close()
})

/** Simulates a failover to or from this server; the setting applies to new connections. */
async function setReadOnly(value: 'on' | 'off', connections: 'ended' | 'kept'): Promise<void> {
  await query(administrator, `alter database ${name} set default_transaction_read_only = ${value}`, [])
  if (connections === 'kept') return
  await query(administrator, 'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
}

const ready = async () => {
  const response = await fetch(`${app.origin}/ready`)
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the response holds
  return { status: response.status, body: (await response.json()) as any }
}

test('a read-only database causes 503 and unreadiness until it is writable, without a restart', async () => {
  const { seller } = await openTenant(app)
  expect((await ready()).status).toBe(200)
  await setReadOnly('on', 'ended')
  const red = await eventually(ready, ({ body }) => /read-only/.test(body.checks.database.detail))
  expect(red.status).toBe(503)
  for (const path of ['/v2/events', '/v2/customers']) {
    const body =
      path === '/v2/events' ? EVENT : { data: { type: 'customer', name: 'Ann Marsh', email: 'ann@example.com' } }
    const refused = await eventually(
      () => seller.post(path, body),
      ({ body: { errors } }) => errors !== undefined,
    )
    expect(refused.status).toBe(503)
    expect(refused.headers.get('retry-after')).toBe('5')
    expect(JSON.stringify(refused.body)).not.toMatch(/read-only/)
  }
  expect((await seller.get('/v2/customers')).status).toBe(200)
  await setReadOnly('off', 'kept')
  await eventually(ready, ({ status }) => status === 200)
  await eventually(
    () => seller.post('/v2/events', EVENT),
    ({ status }) => status < 300,
  )
})

test('connections to a read-only server are not reused, not even idle ones', async () => {
  const db = openDatabase({ url: database.direct_url, connections: 3, onError: () => {} })
  const pids = () => Promise.all([1, 2, 3].map(() => pidOf(db)))
  await setReadOnly('on', 'kept')
  const before = new Set(await pids())
  expect(new Set([...before, ...(await pids())])).toEqual(before)
  await setReadOnly('off', 'kept')
  await expect(query(db, 'create table notes (note text)', [])).rejects.toMatchObject({ code: '25006' })
  for (const pid of await pids()) expect(before).not.toContain(pid)
  await query(db, 'create table notes (note text)', [])
  await db.close()
})

/** The connection stays busy for a moment, so that the pool uses others too. */
async function pidOf(db: Database): Promise<number> {
  const [row] = await query<{ pid: number }>(db, 'select pg_backend_pid() as pid, pg_sleep(0.1)', [])
  return row?.pid ?? 0
}
