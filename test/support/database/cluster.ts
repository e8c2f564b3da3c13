import { randomBytes } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Database, query } from '../../../src/db/database.ts'
import { migrate } from '../../../src/db/migrate.ts'
import { createPartitions } from '../../../src/db/partitions/partitions.ts'
import { openDatabase } from '../../../src/db/pool.ts'
import { openEmbedded } from '../../../src/embedded/embedded.ts'
import { temporaryFolder } from '../folder.ts'
import { TIMEOUT_MS } from '../timeout.ts'

/** A PostgreSQL server, and the name of a migrated database to copy. */
export type Cluster = {
  url: string
  template: string
  /** Address of the server through a pooler, if the processes under test use it. */
  pooled_url?: string
}

export type TestDatabase = {
  /** A direct connection for the test itself. */
  db: Database
  /** Address for the processes under test. */
  url: string
  direct_url: string
  close(): Promise<void>
}

const CONNECTIONS = 8
/** Copying a database waits for a busy disk, and a transaction that a test keeps open is idle meanwhile. */
const PATIENT = { timeout_ms: 2 * TIMEOUT_MS, connect_within: TIMEOUT_MS, onError: () => {} }
const UNSYNCED = { fsync: 'off', full_page_writes: 'off', max_connections: '300' }

/**
 * Starts a server in a temporary folder, or uses the server at `url`, and migrates a template database in it. Writes
 * are not synced unless `settings` enable it, for example `{ fsync: 'on' }` in a bench.
 */
export async function startCluster(
  url: string | undefined,
  settings: Readonly<Record<string, string>> = UNSYNCED,
): Promise<Cluster & { close(): Promise<void> }> {
  const server = url === undefined ? await temporaryServer(settings) : { url, close: async () => {} }
  const cluster = { url: server.url, template: newName('tidings_test') }
  await administer(cluster.url, `create database ${cluster.template}`)
  const db = connect(withDatabase(cluster.url, cluster.template))
  await migrate(db)
  await createPartitions(db, Date.now())
  await db.close()
  return {
    ...cluster,
    close: async () => {
      // Includes copies left by processes that ended before they dropped them.
      for (const name of await databasesFrom(cluster))
        await administer(cluster.url, `drop database ${name} with (force)`)
      await server.close()
    },
  }
}

/** Creates a copy of the migrated database, or an empty database. close() drops it. */
export async function makeDatabase(cluster: Cluster, like: 'migrated' | 'empty'): Promise<TestDatabase> {
  const name = newName(cluster.template)
  const template = like === 'empty' ? 'template0' : cluster.template
  await administer(cluster.url, `create database ${name} template ${template} strategy file_copy`)
  const direct_url = withDatabase(cluster.url, name)
  const db = connect(direct_url)
  return {
    db,
    url: withDatabase(cluster.pooled_url ?? cluster.url, name),
    direct_url,
    close: async () => {
      await db.close()
      await dropDatabase(cluster.url, name)
    },
  }
}

async function temporaryServer(settings: Readonly<Record<string, string>>) {
  const isFast = settings.fsync === 'off'
  const folder = await temporaryFolder(isFast ? 'fast' : 'durable')
  const server = await openEmbedded(folder, { report: () => {}, extra: settings })
  if (isFast) await admitWithoutPassword(server.url, folder)
  return {
    url: server.url,
    close: async () => {
      await server.close()
      await rm(folder, { recursive: true })
    },
  }
}

/** A password costs both sides 2 ms of CPU per connection, a third of its cost, and a run opens thousands. */
async function admitWithoutPassword(url: string, folder: string): Promise<void> {
  const kinds = ['all', 'replication'].map((databases) => `host ${databases} all 127.0.0.1/32 trust\n`)
  await writeFile(path.join(folder, 'postgres/pg_hba.conf'), kinds.join(''))
  await administer(url, 'select pg_reload_conf()')
}

/** Waits briefly for closing connections, because forcing them off would surface as errors on their side. */
async function dropDatabase(url: string, name: string): Promise<void> {
  const db = openDatabase({ ...PATIENT, url, connections: 1 })
  try {
    const others = `select 1 from pg_stat_activity where datname = $1`
    for (let tries = 0; tries < 20 && (await query(db, others, [name])).length > 0; tries += 1) await wait(50)
    await query(db, `drop database ${name} with (force)`, [])
  } finally {
    await db.close()
  }
}

async function administer(url: string, statement: string): Promise<void> {
  const db = openDatabase({ ...PATIENT, url, connections: 1 })
  await query(db, statement, []).finally(() => db.close())
}

function connect(url: string): Database {
  return openDatabase({ ...PATIENT, url, connections: CONNECTIONS })
}

function withDatabase(url: string, name: string): string {
  return Object.assign(new URL(url), { pathname: `/${name}` }).href
}

async function databasesFrom({ url, template }: Cluster): Promise<string[]> {
  const db = openDatabase({ ...PATIENT, url, connections: 1 })
  const named = 'select datname from pg_database where starts_with(datname, $1)'
  const rows = await query<{ datname: string }>(db, named, [template]).finally(() => db.close())
  return rows.map(({ datname }) => datname)
}

function newName(start: string): string {
  return `${start}_${randomBytes(6).toString('hex')}`
}
