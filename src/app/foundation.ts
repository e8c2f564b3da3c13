import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { type Cipher, makeCipher } from '../db/cipher.ts'
import { readEncryptionKey } from '../db/encryption-key.ts'
import { migrate } from '../db/migrate.ts'
import { dropPartitions, makePartitions } from '../db/partitions.ts'
import { openDatabase } from '../db/pool.ts'
import type { Database } from '../db/tables.ts'
import { repeat } from '../deliveries/repeat.ts'
import type { Clock } from '../kernel/clock.ts'
import { type DatabaseSource, openDatabaseSource } from './database.ts'

/** What every process stands on: the database, migrated and with partitions, and the cipher of its secrets. */
export type Foundation = {
  config: Config
  log: Logger
  clock: Clock
  source: DatabaseSource
  db: Database
  cipher: Cipher
  close(): Promise<void>
}

const PARTITIONS_EVERY = 3_600_000

export async function layFoundation(config: Config, log: Logger, clock: Clock = Date.now): Promise<Foundation> {
  const source = await openDatabaseSource(config, (line) => log.info(line))
  const db = openPool(source, config.DATABASE_CONNECTIONS, log)
  try {
    await migrate(db)
    await makePartitions(db, clock())
    const keys = await readEncryptionKey(config)
    if (source.kind === 'given' && keys.file !== null) log.warn({ file: keys.file }, GENERATED_KEY)
    const keeping = keepPartitions(db, config, log, clock)
    return {
      config,
      log,
      clock,
      source,
      db,
      cipher: makeCipher(keys.current, keys.previous),
      async close() {
        await keeping.stop()
        await db.destroy()
        await source.close()
      },
    }
  } catch (error) {
    await db.destroy()
    await source.close()
    throw error
  }
}

const GENERATED_KEY =
  'Secrets in the database are encrypted with a generated key from this file. Keep it, and give every process the same: ' +
  'set TIDINGS_ENCRYPTION_KEY.'

export function openPool(source: DatabaseSource, connections: number, log: Logger): Database {
  const onError = (error: Error) => log.warn({ reason: error.message }, 'database connection lost')
  return openDatabase({ url: source.url, connections, onError })
}

function keepPartitions(db: Database, config: Config, log: Logger, clock: Clock) {
  const keep = async () => {
    await makePartitions(db, clock())
    const dropped = await dropPartitions(db, clock(), config.TIDINGS_RETENTION_DAYS)
    if (dropped.length > 0) log.info({ dropped }, 'dropped partitions past the retention')
  }
  return repeat(PARTITIONS_EVERY, keep, (error) => log.error(error, 'keeping partitions failed'))
}
