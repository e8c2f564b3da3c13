import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { type Database, type Executor, query } from './database.ts'

const FOLDER = new URL('../../migrations/', import.meta.url)

/**
 * Runs the missing migrations of this release, each in its own transaction, and returns their names. If two processes
 * start at once, one migrates while the other waits and finds nothing to do. Rejects changed or unknown migrations. An
 * up-to-date database needs no lock, so that a process can start while a backup runs. Needs two connections.
 */
export async function migrate(db: Database): Promise<string[]> {
  const files = await readMigrations()
  if (missingOf(files, await doneMigrations(db)).length === 0) return []
  return db.transaction(async (guard) => {
    // A transaction-level lock, because a pooler would pass a session-level lock on to another client.
    await lockMigrations(guard)
    await makeTable(db)
    const missing = missingOf(files, await doneMigrations(db))
    for (const file of missing) await run(db, file)
    return missing.map((file) => file.name)
  })
}

/** Keeps other processes from migrating until the transaction ends. */
export async function lockMigrations(tx: Executor): Promise<void> {
  await query(tx, `select pg_advisory_xact_lock(hashtext('tidings.migrations'))`, [])
}

export type DoneMigration = { name: string; checksum: string }

/** The migrations that have run on the database, in order; empty for a database without tables. */
export async function doneMigrations(db: Executor): Promise<DoneMigration[]> {
  const [found] = await query<{ present: boolean }>(db, `select to_regclass('migrations') is not null as present`, [])
  if (found?.present !== true) return []
  return query(db, `select name, checksum from migrations order by name`, [])
}

/** Throws unless this release has the backup's migrations, unchanged. */
export async function checkMigrations(done: readonly DoneMigration[]): Promise<void> {
  const known = new Map((await readMigrations()).map(({ name, checksum }) => [name, checksum]))
  const other = done.find(({ name, checksum }) => known.get(name) !== checksum)
  if (other === undefined) return
  if (known.has(other.name)) throw new Error(`Migration ${other.name} of the backup is not that of this release.`)
  throw new Error(`The backup has migration ${other.name}, which this release does not know: use a newer release.`)
}

/** Runs exactly these migrations in an open transaction on an empty database. */
export async function repeatMigrations(tx: Executor, done: readonly DoneMigration[]): Promise<void> {
  const names = new Set(done.map(({ name }) => name))
  await makeTable(tx)
  for (const file of await readMigrations()) if (names.has(file.name)) await runIn(tx, file)
}

/**
 * The migrations of this release that have not run. The database may have others, since a newer release may run beside
 * this one.
 */
export async function missingMigrations(db: Database): Promise<string[]> {
  const done = await query<{ name: string }>(db, `select name from migrations`, [])
  const ran = new Set(done.map((row) => row.name))
  return (await migrationNames()).filter((name) => !ran.has(name))
}

async function migrationNames(): Promise<string[]> {
  return (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).sort()
}

type Migration = { name: string; text: string; checksum: string }

async function readMigrations(): Promise<Migration[]> {
  return Promise.all(
    (await migrationNames()).map(async (name) => {
      const text = await readFile(new URL(name, FOLDER), 'utf8')
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

async function makeTable(db: Executor): Promise<void> {
  await query(
    db,
    `create table if not exists migrations (name text primary key, checksum text not null, ran_at timestamptz(3) not null default now())`,
    [],
  )
}

/** Throws if this release lacks a migration or has changed it. */
function missingOf(files: readonly Migration[], done: readonly DoneMigration[]): Migration[] {
  const known = new Map(files.map((file) => [file.name, file.checksum]))
  for (const row of done) {
    if (!known.has(row.name))
      throw new Error(`The database has migration ${row.name}, which this release does not know: run a newer release.`)
    if (known.get(row.name) !== row.checksum)
      throw new Error(`Migration ${row.name} was changed after it ran on this database.`)
  }
  const ran = new Set(done.map((row) => row.name))
  return files.filter((file) => !ran.has(file.name))
}

async function run(db: Database, file: Migration): Promise<void> {
  try {
    await db.transaction((tx) => runIn(tx, file))
  } catch (cause) {
    throw new Error(`Migration ${file.name} failed: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    })
  }
}

async function runIn(tx: Executor, file: Migration): Promise<void> {
  await query(tx, file.text, [])
  await query(tx, `insert into migrations (name, checksum) values ($1, $2)`, [file.name, file.checksum])
}
