import { randomBytes } from 'node:crypto'
import { freePort } from '../../src/app/address/port.ts'
import { type Database, query } from '../../src/db/database.ts'
import { makeDatabase, startCluster } from '../../test/support/database/cluster.ts'
import { endChild, requestReport, startChild } from './child.ts'
import { benchKey } from './payload.ts'
import { type Receiver, startNginx } from './servers/nginx.ts'
import { getToken, makeTenant, type Tenant } from './tenant.ts'

/** Everything that a bench of deliveries needs: a durable PostgreSQL, nginx as receiver, Tidings in child processes. */
export type Stage = Tenant & {
  base_url: string
  token: string
  db: Database
  receiver: Receiver
  /** Total usage of the Tidings processes so far: resident memory in bytes, CPU in microseconds. */
  usage(): Promise<Usage>
  env: NodeJS.ProcessEnv
  close(): Promise<void>
}

/** WAL files, 16 MB each, that the embedded server reuses. */
const WAL_FILES = 64

/**
 * Prepares a new server like a used one, so that it writes into existing WAL files. A new file is filled with zeros
 * first, and all commits wait for it.
 */
async function useWal(db: Database): Promise<void> {
  for (let file = 0; file < WAL_FILES; file += 1) {
    await query(db, `select pg_logical_emit_message(false, 'bench', ''), pg_switch_wal()`, [])
  }
  await query(db, 'checkpoint', [])
}

type Usage = { rss: number; cpu_us: number }

export type StageOptions = {
  integrations: number
  /** Parts of each process, for example ['api,deliveries'] or ['api', 'deliveries']. */
  processes: readonly string[]
  /** Settings besides those that every bench needs. */
  env?: Readonly<Record<string, string>>
}

export async function setStage({ integrations, processes, env: more = {} }: StageOptions): Promise<Stage> {
  const cluster = await startCluster(undefined, {
    shared_preload_libraries: 'pg_stat_statements',
    'pg_stat_statements.track_planning': 'off',
  })
  const database = await makeDatabase(cluster, 'migrated')
  await query(database.db, 'create extension pg_stat_statements', [])
  await useWal(database.db)
  const receiver = await startNginx()
  const env = {
    ...process.env,
    DATABASE_URL: database.url,
    TIDINGS_ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    TIDINGS_ALLOW_NETWORKS: '127.0.0.0/8',
    TIDINGS_LOG_LEVEL: 'warn',
    TIDINGS_TOKEN_LIMIT: '0',
    PORT: String(await freePort('127.0.0.1')),
    TIDINGS_REUSE_PORT: String(processes.filter((parts) => parts.split(',').includes('api')).length > 1),
    ...more,
  }
  const endpoints = Array.from({ length: integrations }, (_, index) => ({
    url: receiver.url,
    observes: [benchKey(index)],
  }))
  const store = await makeTenant(env, 'bench', endpoints)
  const running = await Promise.all(processes.map((parts) => startChild('tidings.ts', [parts], env)))
  const base_url = `http://127.0.0.1:${env.PORT}/v2`
  return {
    ...store,
    base_url,
    token: await getToken(base_url, store),
    env,
    db: database.db,
    receiver,
    usage: async () => {
      const each = await Promise.all(running.map((child) => requestReport<Usage>(child, 'usage')))
      return each.reduce((all, one) => ({ rss: all.rss + one.rss, cpu_us: all.cpu_us + one.cpu_us }))
    },
    async close() {
      await Promise.all(running.map((child) => endChild(child)))
      await receiver.close()
      await database.close()
      await cluster.close()
    },
  }
}
