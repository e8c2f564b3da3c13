import { afterAll, beforeAll, expect, test } from 'vitest'
import { startWire, type Wire } from '../../../bench/support/servers/wire.ts'
import { freePort } from '../../../src/app/address/port.ts'
import { query } from '../../../src/db/database.ts'
import { type App, eventually, openApp } from '../../support/app.ts'
import type { TestDatabase } from '../../support/database/cluster.ts'
import { testDatabase } from '../../support/database/database.ts'
import { scrape } from '../../support/scraped-metrics.ts'

let database: TestDatabase
let wire: Wire

beforeAll(async () => {
  database = await testDatabase()
  wire = await startWire(database.url)
})

afterAll(async () => {
  await wire.close()
  await database.close()
})

async function ask(address: string) {
  const response = await fetch(address)
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the response holds
  return { status: response.status, body: (await response.json()) as any }
}

/** A process on a database that can be cut off. */
async function withApp(parts: ('api' | 'deliveries')[], work: (app: App, origin: string) => Promise<void>) {
  const port = await freePort('127.0.0.1')
  const env = { TIDINGS_METRICS_PORT: String(port) }
  const app = await openApp({ ...database, url: wire.url }, { parts, env })
  try {
    await work(app, `http://127.0.0.1:${port}`)
  } finally {
    wire.resume()
    await app.close()
  }
}

test('a process is live throughout, and ready exactly while the database responds', async () => {
  await withApp(['api', 'deliveries'], async ({ origin }, operations) => {
    const checks = { database: { ok: true }, migrations: { ok: true }, snapshot: { ok: true }, worker: { ok: true } }
    expect(await ask(`${origin}/ready`)).toEqual({ status: 200, body: { status: 'ready', checks } })
    wire.stall()
    const gone = await eventually(
      () => ask(`${origin}/ready`),
      ({ status }) => status === 503,
    )
    expect(gone.body).toMatchObject({ status: 'not ready', checks: { database: { ok: false } } })
    expect(JSON.stringify(gone.body)).not.toContain('127.0.0.1')
    expect(await ask(`${origin}/health`)).toEqual({ status: 200, body: { status: 'alive' } })
    await eventually(
      () => ask(`${origin}/ready`).then(({ body }) => body.checks.worker),
      (worker) => !worker.ok,
    )
    // Metrics of the process itself remain available.
    const found = await eventually(
      () => scrape(`${operations}/metrics`),
      (metrics) => metrics.value('tidings_worker_heartbeat_age_seconds') > 3.5,
    )
    expect(found.value('tidings_database_up')).toBe(0)
    expect(found.labels.has('tidings_jobs_unfinished')).toBe(false)
    wire.resume()
    await eventually(
      () => ask(`${origin}/ready`),
      ({ status }) => status === 200,
    )
  })
})

test('a worker-only process serves health, readiness and metrics on its own port without a token', async () => {
  await withApp(['deliveries'], async (_app, operations) => {
    expect(await ask(`${operations}/health`)).toEqual({ status: 200, body: { status: 'alive' } })
    const { status, body } = await ask(`${operations}/ready?verbose`)
    expect([status, Object.keys(body.checks)]).toEqual([200, ['database', 'migrations', 'snapshot', 'worker']])
    const found = await scrape(`${operations}/metrics`)
    expect(found.value('tidings_workers')).toBe(1)
    expect(found.value('tidings_worker_jobs', { state: 'waiting' })).toBe(0)
    expect((await fetch(`${operations}/v2/events`)).status).toBe(404)
    expect((await fetch(`${operations}/health`, { method: 'POST' })).status).toBe(405)
  })
})

test('an API-only process reports nothing about a worker', async () => {
  await withApp(['api'], async ({ origin }) => {
    const { status, body } = await ask(`${origin}/ready`)
    expect([status, Object.keys(body.checks)]).toEqual([200, ['database', 'migrations', 'snapshot']])
  })
})

test('a process is not ready while one of its migrations is missing; a newer one is no obstacle', async () => {
  await withApp(['api'], async ({ origin }) => {
    await query(database.db, `insert into migrations (name, checksum) values ('9999-later.sql', '')`, [])
    expect((await ask(`${origin}/ready`)).status).toBe(200)
    const [first] = await query<{ name: string; checksum: string }>(
      database.db,
      `delete from migrations where name like '0001-%' returning name, checksum`,
      [],
    )
    const lacking = await eventually(
      () => ask(`${origin}/ready`),
      ({ status }) => status === 503,
    )
    expect(lacking.body.checks).toMatchObject({ database: { ok: true }, migrations: { ok: false } })
    await query(database.db, `insert into migrations (name, checksum) values ($1, $2)`, [first?.name, first?.checksum])
    await query(database.db, `delete from migrations where name = '9999-later.sql'`, [])
  })
})

test('an occupied metrics port is rejected with the name of its setting', async () => {
  await withApp(['api'], async (_app, operations) => {
    const env = { TIDINGS_METRICS_PORT: new URL(operations).port }
    await expect(openApp(database, { parts: ['deliveries'], env })).rejects.toThrow(
      /Choose another port, for example TIDINGS_METRICS_PORT=\d+/,
    )
  })
})
