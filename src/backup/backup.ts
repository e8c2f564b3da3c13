import type { Readable, Writable } from 'node:stream'
import { lockForBackup } from '../db/backup-lock.ts'
import { type CopySession, openCopySession } from '../db/copy-session.ts'
import { type Executor, query } from '../db/database.ts'
import { doneMigrations } from '../db/migrate.ts'
import { type ArchiveWriter, writeArchive } from './archive/write.ts'
import {
  FORMAT_VERSION,
  HEAD_ENTRY,
  type Head,
  KEY_ENTRY,
  MANIFEST_ENTRY,
  type Manifest,
  partName,
  type Table,
} from './manifest.ts'
import { beginSnapshot, copyOutText, selectSequences, selectTables } from './sql/tables.ts'

export type BackupOptions = {
  /** Bypasses a pooler. */
  url: string
  tidings_version: string
  now: Date
  key_ids: string[]
  /** The encryption key to include; null to omit it. */
  key: string | null
  /** The stored files in the transaction's snapshot; null to omit them. */
  files: ((snapshot: Executor) => AsyncIterable<StoredFile>) | null
  onProgress(progress: Progress): void
}

export type StoredFile = { key: string; content: Readable }

type Progress = { bytes: number; rows: number; files: number }

/** Contents of a backup. `bytes` is the size of its data before compression. */
export type BackedUp = Progress & { head: Head }

/**
 * Writes a snapshot of the whole database, and stored files, to `output`. The store may be in use: writers are not
 * blocked; migrations, dropped partitions and deleted files wait for the end.
 */
export async function backUp(output: Writable, options: BackupOptions): Promise<BackedUp> {
  const session = await openCopySession(options.url)
  try {
    await lockForBackup(session)
    const head = await describeBackup(session, options, await beginWithTables(session))
    const progress = { bytes: 0, rows: 0, files: 0 }
    await writeArchive(output, (archive) => fill(archive, session, head, options, progress))
    return { ...progress, head }
  } finally {
    await session.close()
  }
}

const MAX_TRIES = 5

/** Begins a transaction and locks all tables that it sees. */
async function beginWithTables(session: CopySession): Promise<Table[]> {
  for (let tries = 1; ; tries += 1) {
    const before = await selectTables(session)
    if (before.length === 0) throw new Error('The database has no tables of Tidings: there is nothing to back up.')
    await beginSnapshot(session, before)
    const tables = await selectTables(session)
    const isSame = JSON.stringify(tables) === JSON.stringify(before)
    if (isSame) return tables
    // A partition was created, or a migration ran, in between.
    await query(session, 'rollback', [])
    if (tries === MAX_TRIES) throw new Error('The tables of the database keep changing. Try again later.')
  }
}

async function describeBackup(session: Executor, options: BackupOptions, tables: Table[]): Promise<Head> {
  const [server] = await query<{ server_version: string }>(session, 'show server_version', [])
  return {
    format_version: FORMAT_VERSION,
    tidings_version: options.tidings_version,
    created_at: options.now.toISOString(),
    postgresql_version: server?.server_version ?? '',
    migrations: await doneMigrations(session),
    tables,
    key_ids: options.key_ids,
  }
}

async function fill(
  archive: ArchiveWriter,
  session: CopySession,
  head: Head,
  { key, files, onProgress }: BackupOptions,
  progress: Progress,
): Promise<void> {
  await archive.add(HEAD_ENTRY, json(head))
  if (key !== null) await archive.add(KEY_ENTRY, Buffer.from(`${key}\n`))
  const count = (bytes: AsyncIterable<Uint8Array>) => counted(bytes, progress, onProgress)
  const tables: Manifest['tables'] = []
  for (const table of head.tables) {
    const copy = session.copyOut(copyOutText(table))
    await archive.addParts((part) => partName('tables', table.name, part), count(copy.stream))
    const rows = await copy.rows()
    tables.push({ name: table.name, rows })
    progress.rows += rows
  }
  for await (const { key: name, content } of files?.(session) ?? []) {
    await archive.addParts((part) => partName('files', name, part), count(content))
    progress.files += 1
  }
  const manifest: Manifest = {
    entries: archive.entries(),
    tables,
    // Sequences are not transactional; read last, they are beyond every value in the rows.
    sequences: await selectSequences(session),
    files: files === null ? null : progress.files,
  }
  await archive.add(MANIFEST_ENTRY, json(manifest))
  onProgress(progress)
}

async function* counted(bytes: AsyncIterable<Uint8Array>, progress: Progress, onProgress: BackupOptions['onProgress']) {
  for await (const chunk of bytes) {
    progress.bytes += chunk.length
    onProgress(progress)
    yield chunk
  }
}

function json(value: unknown): Buffer {
  return Buffer.from(`${JSON.stringify(value, null, 1)}\n`)
}
