import { pipeline } from 'node:stream/promises'
import { type CopySession, openCopySession } from '../db/copy-session.ts'
import { query } from '../db/database.ts'
import { lockMigrations, repeatMigrations } from '../db/migrate.ts'
import { createPartitionsNamed } from '../db/partitions/partitions.ts'
import { type CheckedBackup, readContents } from './archive/read.ts'
import type { Table } from './manifest.ts'
import { copyInText, isEmptyDatabase, prepareTables, selectTables, setSequences } from './sql/tables.ts'

export type RestoreOptions = {
  file: string
  /** Result of `checkArchive` for the file. */
  backup: CheckedBackup
  /** Bypasses a pooler. */
  url: string
  /** Stores the content of a file; replaces the file of an interrupted restore. */
  putFile(key: string, content: AsyncIterable<Uint8Array>): Promise<void>
  /** Runs as the last step before the commit. */
  beforeCommit(): Promise<void>
  onProgress(bytes: number): void
}

/** Restored amounts, and tables of the backup that do not belong to Tidings. */
export type Restored = { rows: number; files: number; left_out: string[] }

/**
 * Fills an empty database in one transaction, which commits in the last step. Tables and partitions are those of the
 * backup; later migrations run at the next start. Throws if the database is not empty.
 */
export async function restore(options: RestoreOptions): Promise<Restored> {
  const { head, manifest } = options.backup
  const session = await openCopySession(options.url)
  try {
    await query(session, 'begin', [])
    await lockMigrations(session)
    if (!(await isEmptyDatabase(session))) throw new Error(NOT_EMPTY)
    await repeatMigrations(session, head.migrations)
    const partitions = head.tables.filter(({ is_partition }) => is_partition)
    await createPartitionsNamed(
      session,
      partitions.map(({ name }) => name),
    )
    const { tables, left_out } = matchTables(head.tables, await selectTables(session))
    const finishTables = await prepareTables(session, tables)
    const files = await load(session, options, tables)
    await finishTables()
    await setSequences(session, manifest.sequences)
    await options.beforeCommit()
    await query(session, 'commit', [])
    // Missing statistics would make PostgreSQL plan the first statements on large tables as for empty tables.
    await query(session, 'analyze', [])
    return { rows: manifest.tables.reduce((sum, { rows }) => sum + rows, 0), files, left_out }
  } finally {
    await session.close()
  }
}

const NOT_EMPTY =
  'The database is not empty, and a restore replaces nothing. Set TIDINGS_DATA to a new folder, or DATABASE_URL to a new ' +
  'database, and run the command again.'

/** Returns the tables to fill. Throws unless the migrations have created each of them with the same columns. */
function matchTables(saved: readonly Table[], made: readonly Table[]): { tables: Table[]; left_out: string[] } {
  const columnsOf = new Map(made.map(({ name, columns }) => [name, new Set(columns)]))
  const isOurs = ({ name }: Table) => columnsOf.has(name)
  const tables = saved.filter(isOurs)
  for (const { name, columns } of tables) {
    const unknown = columns.find((column) => !columnsOf.get(name)?.has(column))
    if (unknown !== undefined)
      throw new Error(`The backup has the column ${name}.${unknown}, which no migration creates.`)
  }
  const saved_names = new Set(saved.map(({ name }) => name))
  const missing = made.find(({ name }) => !saved_names.has(name))
  if (missing !== undefined) throw new Error(`The backup lacks the table ${missing.name}.`)
  return { tables, left_out: saved.filter((table) => !isOurs(table)).map(({ name }) => name) }
}

/**
 * Copies the rows and stores the files; returns the number of files. Throws if a table gets other rows than were saved.
 */
async function load(
  session: CopySession,
  { file, backup, putFile, onProgress }: RestoreOptions,
  tables: readonly Table[],
): Promise<number> {
  const byName = new Map(tables.map((table) => [table.name, table]))
  const saved = new Map(backup.manifest.tables.map(({ name, rows }) => [name, rows]))
  let files = 0
  for await (const { folder, name, bytes } of readContents(file)) {
    const content = counted(bytes, onProgress)
    const table = byName.get(name)
    if (folder === 'files') {
      await putFile(name, content)
      files += 1
    } else if (table === undefined) {
      for await (const _ of content);
    } else {
      const copy = session.copyIn(copyInText(table))
      await pipeline(content, copy.stream)
      const rows = await copy.rows()
      if (rows !== saved.get(name))
        throw new Error(
          `${rows} rows of ${name} were restored, ${saved.get(name)} were saved. Nothing has been changed.`,
        )
    }
  }
  return files
}

async function* counted(bytes: AsyncIterable<Uint8Array>, onProgress: (bytes: number) => void) {
  for await (const chunk of bytes) {
    onProgress(chunk.length)
    yield chunk
  }
}
