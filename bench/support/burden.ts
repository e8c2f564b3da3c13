import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import pg from 'pg'
import { query } from '../../src/db/database.ts'
import { openDatabase } from '../../src/db/pool.ts'
import { lowestIdAt } from '../../src/kernel/ids.ts'
import type { Tenant } from './tenant.ts'

/** A load on the system that lasts until `end`. */
export type Burden = { end(): Promise<void> }

/** An endpoint that accepts every request and never responds. */
export async function hangingEndpoint(): Promise<Burden & { url: string }> {
  const server = createServer((socket) => socket.on('error', () => {}).resume()).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async end() {
      server.close()
    },
  }
}

/** A loopback address without a listener. */
export async function closedEndpoint(): Promise<string> {
  const { url, end } = await hangingEndpoint()
  await end()
  return url
}

const PARKED_AT_ONCE = 10_000
const VACUUM_TIMEOUT_MS = 600_000

/** Gives an integration `count` jobs that failed once and are due at random within the next hour. */
export async function parkRetries(url: string, tenant: Tenant, count: number): Promise<void> {
  const db = openDatabase({ url, connections: 1, timeout_ms: VACUUM_TIMEOUT_MS, onError: () => {} })
  const [integration_id] = tenant.integration_ids
  const now = Date.now()
  const event_id = lowestIdAt(now - 1).replace(/-0000-0000-/, '-7000-8000-')
  await query(
    db,
    `insert into events (id, organization_id, owner_id, triggered_by, payload)
     values ($1, $2, $3, 'order.updated', '{"data":{"type":"order","id":"1"}}')`,
    [event_id, tenant.organization_id, tenant.store_id],
  )
  for (let left = count; left > 0; left -= PARKED_AT_ONCE) {
    await query(
      db,
      `insert into jobs (id, event_id, integration_id, owner_id, triggered_by, status, next_at, updated_at, attempts, step)
       select ($1 || substr(gen_random_uuid()::text, 14))::uuid, $2, $3, $4, 'order.updated', 'pending',
              now() + random() * interval '1 hour', now(), 1, 1
         from generate_series(1, $5)`,
      [lowestIdAt(now - 1).slice(0, 13), event_id, integration_id, tenant.store_id, Math.min(left, PARKED_AT_ONCE)],
    )
  }
  await query(db, 'vacuum analyze jobs', [])
  // The rows are to be measured, not the ongoing writes of their pages.
  await query(db, 'checkpoint', [])
  await db.close()
}

/** Opens a transaction that has read and written, which prevents the cleanup of rows that others delete or replace. */
export async function openTransaction(url: string): Promise<Burden> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('begin isolation level repeatable read')
  await client.query('select (select count(*) from (select 1 from events limit 1) e), (select id from jobs limit 1)')
  await client.query('select id from jobs where next_at is null limit 1 for update')
  return {
    async end() {
      await client.query('rollback')
      await client.end()
    },
  }
}
