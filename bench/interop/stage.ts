import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../../src/app/address/port.ts'
import { type Database, query } from '../../src/db/database.ts'
import { openDatabase } from '../../src/db/pool.ts'
import { type Answered, send } from '../../test/support/app.ts'
import { endChild, startChild } from '../support/child.ts'
import { benchKey } from '../support/payload.ts'
import { startPostgres } from '../support/servers/postgres.ts'
import { getToken, makeTenant, type Tenant } from '../support/tenant.ts'

/** A Tidings in a child process on a durable PostgreSQL, with one store. */
export type Stage = {
  db: Database
  /** Origin, without `/v2`. */
  origin: string
  tenant: Tenant
  call(method: string, path: string, body?: unknown): Promise<Answered>
  /** Creates an integration that observes its own key, so that it alone gets the events of the key. */
  integrate(integration_type: string, configuration: object): Promise<Integrated>
  /** Publishes that many events of a key, up to 1,000 per request; returns their ids in order once all are accepted. */
  publish(key: string, count: number): Promise<string[]>
  /** Waits until every job of the integration has succeeded, or until the timeout. */
  settled(integration_id: string, patience_ms: number): Promise<void>
  close(): Promise<void>
}

export type Integrated = { id: string; key: string }

/** Short, because a killed server is back after seconds and the run should not wait half a minute longer. */
const SCHEDULE = Array.from({ length: 30 }, () => 3).join(',')
const BATCH = 250
const POLL_MS = 100

export async function openStage(): Promise<Stage> {
  const postgres = await startPostgres()
  const port = await freePort('127.0.0.1')
  const env = {
    ...process.env,
    DATABASE_URL: postgres.url,
    TIDINGS_ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    TIDINGS_ALLOW_NETWORKS: '127.0.0.0/8',
    TIDINGS_RETRY_SCHEDULE: SCHEDULE,
    TIDINGS_TOKEN_LIMIT: '0',
    TIDINGS_LOG_LEVEL: process.env.TIDINGS_LOG_LEVEL ?? 'fatal',
    PORT: String(port),
  }
  const tenant = await makeTenant(env, 'interop', [])
  const tidings = await startChild('tidings.ts', ['api,deliveries'], env)
  const origin = `http://127.0.0.1:${port}`
  const base_url = `${origin}/v2`
  const token = await getToken(base_url, tenant)
  const db = openDatabase({ url: postgres.url, connections: 2, onError: () => {} })
  const call: Stage['call'] = (method, path, body) =>
    send(`${base_url}${path}`, method, body, { authorization: `Bearer ${token}` })
  return {
    ...{ db, origin, tenant, call },
    ...operations(call, db),
    async close() {
      await endChild(tidings)
      await db.close()
      await postgres.close()
    },
  }
}

function operations(call: Stage['call'], db: Database): Pick<Stage, 'integrate' | 'publish' | 'settled'> {
  let integrations = 0
  return {
    async integrate(integration_type, configuration) {
      const key = benchKey(integrations++)
      const target = { integration_type, configuration }
      const data = { type: 'integration', name: key, enabled: true, observes: [key], ...target }
      return { id: expectStatus(201, await call('POST', '/integrations', { data })).data.id, key }
    },
    async publish(key, count) {
      const ids: string[] = []
      while (ids.length < count) {
        const events = Array.from({ length: Math.min(BATCH, count - ids.length) }, (_, at) =>
          eventOf(key, ids.length + at),
        )
        const { data } = expectStatus(201, await call('POST', '/events', events))
        ids.push(...data.map(({ id }: { id: string }) => id))
      }
      return ids
    },
    async settled(integration_id, patience_ms) {
      const end = performance.now() + patience_ms
      const unfinished = async () => {
        const sql = "select count(*) as count from jobs where integration_id = $1 and status <> 'succeeded'"
        const [row] = await query<{ count: number }>(db, sql, [integration_id])
        return row?.count ?? 0
      }
      while (performance.now() < end && (await unfinished()) > 0) await wait(POLL_MS)
    },
  }
}

/** Every event has text beyond ASCII and characters that JSON escapes, so that a library must verify the raw bytes. */
function eventOf(triggered_by: string, number: number): unknown {
  const data = { type: 'note', id: `note-${number}`, text: 'Žluťoučký kůň 🐎 / "Grüße"\n', size: 12.5 }
  return { triggered_by, payload: { data }, resource_version: number + 1 }
}

/** Returns the response body; throws on another status. */
export function expectStatus(status: number, response: Answered): Answered['body'] {
  if (response.status !== status) throw new Error(`${response.status} ${JSON.stringify(response.body)}`)
  return response.body
}
