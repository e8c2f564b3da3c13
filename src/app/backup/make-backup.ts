import { createWriteStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { Writable } from 'node:stream'
import type { Logger } from 'pino'
import manifest from '../../../package.json' with { type: 'json' }
import { type BackedUp, type BackupOptions, backUp } from '../../backup/backup.ts'
import { presentTables } from '../../backup/sql/tables.ts'
import type { Config } from '../../config.ts'
import type { Database } from '../../db/database.ts'
import { doneMigrations } from '../../db/migrate.ts'
import { moveFile } from '../../disk/durable-files.ts'
import { hasCode } from '../../kernel/error-code.ts'
import { makeCipher } from '../../secrets/cipher.ts'
import { type EncryptionKeys, findEncryptionKey } from '../../secrets/encryption-key.ts'
import { sealedColumns } from '../cross-module/sealed-columns.ts'
import { type DatabaseSource, openDatabaseSource, requireData } from '../database.ts'
import { openFileStorage } from '../file-storage.ts'
import { openDirectPool } from '../foundation.ts'
import { storedFiles } from './stored-files.ts'

export type BackupRequest = {
  /** `-` is standard output. */
  file: string
  includes_key: boolean
  onProgress: BackupOptions['onProgress']
}

export type BackupResult = BackedUp & {
  /** Size of the file; null for standard output. */
  file_bytes: number | null
  includes_key: boolean
  /** True if uploaded files are in a bucket, which a backup omits. */
  leaves_bucket: boolean
}

/** Writes a backup of the database and of the files in the data folder. A server may be running. */
export async function makeBackup(config: Config, log: Logger, request: BackupRequest): Promise<BackupResult> {
  requireData(config)
  if (request.file !== '-') await checkTarget(request.file)
  const source = await openDatabaseSource(config, (line) => log.info(line))
  const fileStorage = await openFileStorage(config)
  const leaves_bucket = config.TIDINGS_FILES_BUCKET !== undefined
  try {
    const options = {
      url: source.direct_url,
      tidings_version: manifest.version,
      now: new Date(),
      ...(await chooseKeys(config, source, log, request)),
      files: leaves_bucket ? null : storedFiles(fileStorage.bytes, log),
      onProgress: request.onProgress,
    }
    const { file, includes_key } = request
    const done = await (file === '-' ? backUp(standardOutput(), options) : backUpTo(file, options))
    const file_bytes = file === '-' ? null : (await stat(file)).size
    return { ...done, file_bytes, includes_key, leaves_bucket }
  } finally {
    fileStorage.bytes.close()
    await source.close()
  }
}

/**
 * Rejects an existing target that is not a file, such as a folder or /dev/null, because the backup would replace it.
 */
async function checkTarget(file: string): Promise<void> {
  const present = await stat(file).catch((error) => {
    if (hasCode(error, 'ENOENT')) return null
    throw error
  })
  if (present === null || present.isFile()) return
  const what = present.isDirectory() ? 'a folder' : 'not a regular file'
  throw new Error(`${file} is ${what}: name a file, or write to standard output with -.`)
}

/** Renames the backup only once it is complete and synced. */
async function backUpTo(file: string, options: BackupOptions): Promise<BackedUp> {
  const partial = `${file}.partial`
  // An existing file would keep its permissions.
  await rm(partial, { force: true })
  try {
    // `wx` does not follow a link that appears meanwhile.
    const done = await backUp(createWriteStream(partial, { flags: 'wx', mode: 0o600 }), options)
    await moveFile(partial, file)
    return done
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  }
}

function standardOutput(): Writable {
  if (process.stdout.isTTY)
    throw new Error('A backup is not for a terminal: name a file, or redirect standard output to one.')
  // Wraps standard output, because the stream itself must not be closed.
  return new Writable({ write: (chunk, _, done) => void process.stdout.write(chunk, done) })
}

/** Returns the ids of the keys in use, and the key to include. Throws if that key could not decrypt the backup. */
async function chooseKeys(
  config: Config,
  source: DatabaseSource,
  log: Logger,
  { includes_key }: BackupRequest,
): Promise<Pick<BackupOptions, 'key_ids' | 'key'>> {
  const db = openDirectPool(source, log)
  const key_ids = await usedKeys(db).finally(() => db.close())
  const keys = await findEncryptionKey(config)
  const unknown = keys === null ? key_ids : key_ids.filter((id) => !idsOf(keys).includes(id))
  if (includes_key && (keys === null || unknown.length > 0)) throw new Error(NO_KEY_TO_INCLUDE)
  if (unknown.length > 0) log.warn(UNKNOWN_KEY)
  return { key_ids, key: includes_key && keys !== null ? keys.current : null }
}

const NO_KEY_TO_INCLUDE =
  'The encryption key of this database is not known here. Set TIDINGS_ENCRYPTION_KEY as for the server, or leave out --include-key.'
const UNKNOWN_KEY =
  'The encryption key of this database is not known here, so that it could not be verified. Make sure that you have it.'

/** Omits one-time passwords, because they last minutes, and the table of events must not be locked. */
async function usedKeys(db: Database): Promise<string[]> {
  if ((await doneMigrations(db)).length === 0) return []
  const tables = sealedColumns.map(({ table }) => table).filter((table) => table !== 'events')
  // The tables of an older release may be missing.
  const present = new Set(await presentTables(db, tables))
  const columns = sealedColumns.filter(({ table }) => present.has(table))
  const counts = await Promise.all(columns.map((column) => column.countKeys(db)))
  return [...new Set(counts.flat().map(({ key_id }) => key_id))].sort()
}

export function idsOf({ current, previous }: Pick<EncryptionKeys, 'current' | 'previous'>): string[] {
  const { keyId, previousKeyIds } = makeCipher(current, previous)
  return [keyId, ...previousKeyIds]
}
