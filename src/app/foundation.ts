import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import { DatabaseClock } from '../db/database-clock.ts'
import { migrate } from '../db/migrate.ts'
import { createPartitions } from '../db/partitions/partitions.ts'
import { openDatabase } from '../db/pool.ts'
import type { Clock } from '../kernel/clock.ts'
import { HOUR, SECOND } from '../kernel/duration.ts'
import { type Cipher, makeCipher } from '../secrets/cipher.ts'
import { readEncryptionKey } from '../secrets/encryption-key.ts'
import type { FileStorage } from '../store/files/bytes/file-storage.ts'
import { type DatabaseSource, openDatabaseSource } from './database.ts'
import { openFileStorage } from './file-storage.ts'
import { orUndo } from './open-or-close.ts'
import { unencryptedDatabases } from './unencrypted-databases.ts'

/**
 * Foundation of every process: the migrated database with its partitions, the cipher for secrets, and the file storage.
 */
export type Foundation = {
  config: Config
  log: Logger
  /** Clock of the database. */
  clock: Clock
  /** Milliseconds by which the database clock is ahead of the machine's. */
  clock_ahead(): number
  source: DatabaseSource
  db: Database
  /** Bypasses a pooler; for schema changes. */
  direct: Database
  cipher: Cipher
  fileStorage: FileStorage
  close(): Promise<void>
}

/** Opens the foundation; a `given` clock replaces that of the database. */
export async function openFoundation(config: Config, log: Logger, given?: Clock): Promise<Foundation> {
  for (const setting of unencryptedDatabases(config)) log.warn({ setting }, UNENCRYPTED)
  const source = await openDatabaseSource(config, (line) => log.info(line))
  const db = openPool(source, config.DATABASE_CONNECTIONS, log)
  const direct = openDirectPool(source, log)
  const closeDatabase = async () => {
    await Promise.all([db.close(), direct.close()])
    await source.close()
  }
  await orUndo(migrate(direct), closeDatabase)
  const database_clock = await orUndo(openClock(db, log), closeDatabase)
  const closeAll = async () => {
    await database_clock.close()
    await closeDatabase()
  }
  const clock = given ?? database_clock.now
  const cipher = await orUndo(prepare(config, source, direct, log, clock), closeAll)
  const fileStorage = await orUndo(openFileStorage(config), closeAll)
  return {
    config,
    log,
    clock,
    clock_ahead: () => database_clock.ahead(),
    source,
    db,
    direct,
    cipher,
    fileStorage,
    async close() {
      fileStorage.bytes.close()
      await closeAll()
    },
  }
}

function openClock(db: Database, log: Logger): Promise<DatabaseClock> {
  return DatabaseClock.open(db, {
    machine: () => Date.now(),
    onChange(ahead_ms) {
      if (Math.abs(ahead_ms) >= SECOND) log.warn({ seconds: ahead_ms / SECOND }, DIFFERENT_CLOCKS)
    },
    onError: (error) => log.warn(error, 'comparing the clock with that of the database failed'),
  })
}

const DIFFERENT_CLOCKS =
  'The clock of the database is ahead of the clock of this machine by this many seconds. Tidings uses the time of the ' +
  'database; synchronize the clocks.'

async function prepare(config: Config, source: DatabaseSource, direct: Database, log: Logger, clock: Clock) {
  await createPartitions(direct, clock(), config.TIDINGS_PARTITION_WIDTH)
  const keys = await readEncryptionKey(config)
  if (source.kind === 'given' && keys.file !== null) log.warn({ file: keys.file }, GENERATED_KEY)
  return makeCipher(keys.current, keys.previous)
}

const GENERATED_KEY =
  'Secrets in the database are encrypted with a generated key from this file. Back up the key, and set ' +
  'TIDINGS_ENCRYPTION_KEY to the same value for every process.'

const UNENCRYPTED =
  'The connection to a database on another machine is not encrypted: the network reads its data and its password. ' +
  'Add ?sslmode=verify-full to the URL, or ?sslmode=disable where the network is trusted.'

/** Opens a pool; `timeout_ms` as in `openDatabase`. */
export function openPool(
  { url, pooled }: Pick<DatabaseSource, 'url' | 'pooled'>,
  connections: number,
  log: Logger,
  timeout_ms?: number,
): Database {
  const onError = (error: Error) => log.warn({ reason: error.message }, 'database connection lost')
  return openDatabase({ url, pooled, connections, onError, ...(timeout_ms !== undefined && { timeout_ms }) })
}

/** Changes of large tables are slow. */
const DIRECT_TIMEOUT_MS = HOUR

/**
 * Opens a pool for schema changes that bypasses a pooler: two connections for migrations and for dropping partitions,
 * and one for creating partitions meanwhile, which waits for a lock.
 */
export function openDirectPool({ direct_url }: Pick<DatabaseSource, 'direct_url'>, log: Logger): Database {
  return openPool({ url: direct_url, pooled: false }, 3, log, DIRECT_TIMEOUT_MS)
}
