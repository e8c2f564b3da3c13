import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import pino from 'pino'
import { createKey } from '../../src/access/keys.ts'
import { createOrganization } from '../../src/access/organizations.ts'
import { createStore } from '../../src/access/stores.ts'
import { layFoundation } from '../../src/app/foundation.ts'
import { type Part, run } from '../../src/app/run.ts'
import { readConfig } from '../../src/config.ts'
import { query } from '../../src/db/pool.ts'
import type { Database } from '../../src/db/tables.ts'
import { makeDatabase, startCluster } from '../../test/support/cluster.ts'
import { type Receiver, startNginx } from './nginx.ts'
import { benchKey } from './payload.ts'

/** Everything a bench of deliveries plays on: a durable PostgreSQL, nginx as receiver, Tidings in processes of its own. */
export type Stage = {
  base_url: string
  token: string
  organization_id: string
  store_id: string
  db: Database
  receiver: Receiver
  /** What the Tidings processes have used so far, together: resident memory in bytes, CPU in microseconds. */
  usage(): Promise<{ rss: number; cpu_us: number }>
  close(): Promise<void>
}

export type StageOptions = {
  integrations: number
  /** The parts of each process, for example ['api,deliveries'] or ['api', 'deliveries']. */
  processes: readonly string[]
}

export async function setStage({ integrations, processes }: StageOptions): Promise<Stage> {
  const cluster = await startCluster(undefined, {
    shared_preload_libraries: 'pg_stat_statements',
    'pg_stat_statements.track_planning': 'off',
  })
  const database = await makeDatabase(cluster, 'migrated')
  await query(database.db, 'create extension pg_stat_statements', [])
  const receiver = await startNginx()
  const env = {
    ...process.env,
    DATABASE_URL: database.url,
    TIDINGS_ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    TIDINGS_ALLOW_NETWORKS: '127.0.0.0/8',
    TIDINGS_LOG_LEVEL: 'warn',
    PORT: String(await freePort()),
  }
  const store = await makeStore(env, integrations, receiver.url)
  const running = await Promise.all(processes.map((parts) => startProcess(parts, env)))
  return {
    ...store,
    token: await getToken(store),
    db: database.db,
    receiver,
    usage: async () => {
      const each = await Promise.all(running.map(usageOf))
      return each.reduce((all, one) => ({ rss: all.rss + one.rss, cpu_us: all.cpu_us + one.cpu_us }))
    },
    async close() {
      for (const child of running) child.kill('SIGTERM')
      await Promise.all(running.map((child) => (child.exitCode === null ? once(child, 'exit') : null)))
      await receiver.close()
      await database.close()
      await cluster.close()
    },
  }
}

async function makeStore(env: NodeJS.ProcessEnv, integrations: number, receiver_url: string) {
  const foundation = await layFoundation(readConfig(env), pino({ level: 'warn' }))
  const running = await run(foundation, [] as Part[])
  const now = Date.now()
  const { db } = foundation
  const organization = await createOrganization(db, { name: 'Bench' }, now)
  const input = { organization_id: organization.id, name: 'Bench', scope: 'bench' }
  const store = await createStore({ ...running.integrationDeps }, input, now)
  const owner = { organization_id: organization.id, store_id: store.id }
  const key = await createKey(db, { ...owner, name: 'bench' }, now)
  const { createIntegration } = await import('../../src/integrations/create.ts')
  for (let index = 0; index < integrations; index += 1) {
    await createIntegration(running.integrationDeps, owner, {
      type: 'integration',
      name: `Bench ${index}`,
      integration_type: 'webhook',
      enabled: true,
      observes: [benchKey(index)],
      configuration: { url: receiver_url, secret_key: 'bench-secret' },
    })
  }
  await running.close()
  await foundation.close()
  return { ...owner, base_url: running.base_url, client_id: key.client_id, client_secret: key.client_secret }
}

async function getToken({
  base_url,
  client_id,
  client_secret,
}: Record<'base_url' | 'client_id' | 'client_secret', string>) {
  const body = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret })
  const answer = await fetch(new URL('/oauth/access_token', base_url), { method: 'POST', body })
  const { access_token } = (await answer.json()) as { access_token: string }
  return access_token
}

async function startProcess(parts: string, env: NodeJS.ProcessEnv): Promise<ChildProcess> {
  return startChild('tidings.ts', [parts], env)
}

/** A module of bench/support in a process of its own, once it has said that it is ready. */
async function startChild(module: string, args: readonly string[] = [], env = process.env): Promise<ChildProcess> {
  const child = fork(new URL(module, import.meta.url), [...args], {
    env,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const ended = once(child, 'exit').then(() => Promise.reject(new Error(`${module} ended before it was ready.`)))
  await Promise.race([once(child, 'message'), ended])
  ended.catch(() => {})
  return child
}

/** Sends an order to a child and waits for its report. */
export async function ask<Order extends object, Report>(module: string, order: Order): Promise<Report> {
  const child = await startChild(module)
  child.send(order)
  const [report] = await once(child, 'message')
  return report as Report
}

async function usageOf(child: ChildProcess): Promise<{ rss: number; cpu_us: number }> {
  child.send('usage')
  const [usage] = await once(child, 'message')
  return usage
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  if (address === null || typeof address === 'string') throw new Error('No free port.')
  return address.port
}
