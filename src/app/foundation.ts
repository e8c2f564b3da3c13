import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { migrate } from '../db/migrate.ts'
import { makePartitions } from '../db/partitions.ts'
import { openDatabase } from '../db/pool.ts'
import type { Database } from '../db/tables.ts'
import type { Clock } from '../kernel/clock.ts'
import { type Cipher, makeCipher } from '../secrets/cipher.ts'
import { readEncryptionKey } from '../secrets/encryption-key.ts'
import type { Depot } from '../store/files/bytes/depot.ts'
import { type DatabaseSource, openDatabaseSource } from './database.ts'
import { openDepot } from './depot.ts'
import { orUndo } from './or-undo.ts'

/** What every process stands on: the database, migrated and with partitions, the cipher of its secrets, and its files. */
export type Foundation = {
  config: Config
  log: Logger
  clock: Clock
  source: DatabaseSource
  db: Database
  /** Past any pooler; for what changes the schema. */
  direct: Database
  cipher: Cipher
  depot: Depot
  close(): Promise<void>
}

export async function layFoundation(config: Config, log: Logger, clock: Clock = Date.now): Promise<Foundation> {
  const source = await openDatabaseSource(config, (line) => log.info(line))
  const db = openPool(source, config.DATABASE_CONNECTIONS, log)
  const direct = openDirectPool(source, log)
  const closeDatabase = async () => {
    await Promise.all([db.destroy(), direct.destroy()])
    await source.close()
  }
  const cipher = await orUndo(prepare(config, source, direct, log, clock), closeDatabase)
  const depot = openDepot(config)
  return {
    config,
    log,
    clock,
    source,
    db,
    direct,
    cipher,
    depot,
    async close() {
      depot.bytes.close()
      await closeDatabase()
    },
  }
}

/** Brings the database up to date and finds the key of its secrets. */
async function prepare(config: Config, source: DatabaseSource, direct: Database, log: Logger, clock: Clock) {
  await migrate(direct)
  await makePartitions(direct, clock())
  const keys = await readEncryptionKey(config)
  if (source.kind === 'given' && keys.file !== null) log.warn({ file: keys.file }, GENERATED_KEY)
  return makeCipher(keys.current, keys.previous)
}

const GENERATED_KEY =
  'Secrets in the database are encrypted with a generated key from this file. Keep it, and give every process the same: ' +
  'set TIDINGS_ENCRYPTION_KEY.'

/** `patience` as in `openDatabase`. */
export function openPool(
  { url, pooled }: Pick<DatabaseSource, 'url' | 'pooled'>,
  connections: number,
  log: Logger,
  patience?: number,
): Database {
  const onError = (error: Error) => log.warn({ reason: error.message }, 'database connection lost')
  return openDatabase({ url, pooled, connections, onError, ...(patience !== undefined && { patience }) })
}

/** Changing a big table may take long. */
const DIRECT_PATIENCE = 3_600_000

/** For what changes the schema: past any pooler, with the two connections that migrations need. */
export function openDirectPool({ direct_url }: Pick<DatabaseSource, 'direct_url'>, log: Logger): Database {
  return openPool({ url: direct_url, pooled: false }, 2, log, DIRECT_PATIENCE)
}
