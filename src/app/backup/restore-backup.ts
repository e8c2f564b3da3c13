import type { Logger } from 'pino'
import { type CheckedBackup, checkArchive } from '../../backup/archive/read.ts'
import { type Restored, restore } from '../../backup/restore.ts'
import type { Config } from '../../config.ts'
import { checkMigrations, migrate } from '../../db/migrate.ts'
import { createPartitions } from '../../db/partitions/partitions.ts'
import { findEncryptionKey, keyFile, saveEncryptionKey } from '../../secrets/encryption-key.ts'
import { openDatabaseSource } from '../database.ts'
import { openFileStorage } from '../file-storage.ts'
import { openDirectPool } from '../foundation.ts'
import { idsOf } from './make-backup.ts'

export type RestoreResult = Restored & {
  created_at: string
  /** Migrations of this release that the backup lacked. */
  migrated: string[]
  /** File that the key of the backup was saved to; null if the key already existed. */
  key_file: string | null
}

/**
 * Fills an empty database from a backup, and stores its files. All checks precede the first write; an interrupted
 * restore leaves the database empty.
 */
export async function restoreBackup(
  config: Config,
  log: Logger,
  { file, onProgress }: { file: string; onProgress(bytes: number): void },
): Promise<RestoreResult> {
  log.info(`Checking ${file}.`)
  const backup = await checkArchive(file)
  await checkMigrations(backup.head.migrations)
  const key = await keyToSave(config, backup)
  const source = await openDatabaseSource(config, (line) => log.info(line))
  const fileStorage = await openFileStorage(config)
  const db = openDirectPool(source, log)
  try {
    log.info(`Restoring the backup of ${backup.head.created_at}.`)
    const restored = await restore({
      file,
      backup,
      url: source.direct_url,
      putFile: async (name, content) => fileStorage.bytes.put(name, await fileStorage.spool.take(content, null)),
      beforeCommit: async () => (key === null ? undefined : saveEncryptionKey(config, key)),
      onProgress,
    })
    const migrated = await migrate(db)
    await createPartitions(db, Date.now(), config.TIDINGS_PARTITION_WIDTH)
    const key_file = key === null ? null : keyFile(config)
    return { ...restored, created_at: backup.head.created_at, migrated, key_file }
  } finally {
    fileStorage.bytes.close()
    await db.close()
    await source.close()
  }
}

/** Returns the key of the backup if there is no other. Throws unless one of the keys decrypts the backup. */
async function keyToSave(config: Config, { head, key }: CheckedBackup): Promise<string | null> {
  const keys = await findEncryptionKey(config)
  const known = keys ?? (key === null ? null : { current: key, previous: config.TIDINGS_ENCRYPTION_KEYS_PREVIOUS })
  const ids = known === null ? [] : idsOf(known)
  const unknown = head.key_ids.filter((id) => !ids.includes(id))
  if (unknown.length > 0) throw new Error(wrongKey(unknown, keyFile(config), keys !== null))
  return keys === null ? key : null
}

function wrongKey(ids: readonly string[], file: string, hasKey: boolean): string {
  const which = `The secrets in the backup are encrypted with the key ${ids.join(', ')}`
  const what = hasKey ? 'and this process has another one' : 'which is not in the backup'
  return (
    `${which}, ${what}. Set TIDINGS_ENCRYPTION_KEY to it (previous keys in TIDINGS_ENCRYPTION_KEYS_PREVIOUS), or put it ` +
    `into ${file}, and run the command again. Nothing has been changed.`
  )
}
