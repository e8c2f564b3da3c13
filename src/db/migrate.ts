import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { type Database, query } from './database.ts'

const FOLDER = new URL('../../migrations/', import.meta.url)

/**
 * Brings the schema up to the migrations of this release, each in its own transaction, and returns the names it ran.
 * Two starters at once: one runs, the other waits and finds nothing to do. A changed or unknown migration is refused.
 * Needs two connections.
 */
export async function migrate(db: Database): Promise<string[]> {
  const files = await readMigrations()
  return db.transaction(async (guard) => {
    // A lock of the transaction: a pooler would give the session, with a session-level lock, to another client.
    await query(guard, `select pg_advisory_xact_lock(hashtext('tidings.migrations'))`, [])
    return runMissing(db, files)
  })
}

/**
 * The migrations of this release that have not run on the database. It may have more than these: a newer release has
 * started beside.
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

async function runMissing(db: Database, files: Migration[]): Promise<string[]> {
  await query(
    db,
    `create table if not exists migrations (name text primary key, checksum text not null, ran_at timestamptz(3) not null default now())`,
    [],
  )
  const done = await query<{ name: string; checksum: string }>(db, `select name, checksum from migrations`, [])
  const known = new Map(files.map((file) => [file.name, file.checksum]))
  for (const row of done) {
    if (!known.has(row.name))
      throw new Error(`The database has migration ${row.name}, which this release does not know: run a newer release.`)
    if (known.get(row.name) !== row.checksum)
      throw new Error(`Migration ${row.name} was changed after it ran on this database.`)
  }
  const ran = new Set(done.map((row) => row.name))
  const missing = files.filter((file) => !ran.has(file.name))
  for (const file of missing) await run(db, file)
  return missing.map((file) => file.name)
}

async function run(db: Database, file: Migration): Promise<void> {
  try {
    await db.transaction(async (tx) => {
      await query(tx, file.text, [])
      await query(tx, `insert into migrations (name, checksum) values ($1, $2)`, [file.name, file.checksum])
    })
  } catch (cause) {
    throw new Error(`Migration ${file.name} failed: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    })
  }
}
