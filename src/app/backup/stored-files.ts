import type { Logger } from 'pino'
import type { StoredFile } from '../../backup/backup.ts'
import type { Executor } from '../../db/database.ts'
import { keyOfPiece } from '../../store/exports/export-job.ts'
import { selectWrittenExports } from '../../store/exports/store.ts'
import type { ByteStore } from '../../store/files/bytes/bytes.ts'
import { selectStoredFiles } from '../../store/files/bytes/sql/stored-files.ts'
import { keyOf } from '../../store/files/file.ts'

/**
 * Yields uploaded files and finished exports. Resized pictures are omitted, because missing sizes are created again.
 */
export function storedFiles(bytes: ByteStore, log: Logger): (snapshot: Executor) => AsyncGenerator<StoredFile> {
  return async function* (snapshot) {
    for await (const key of storedKeys(snapshot)) {
      const content = await bytes.read(key)
      if (content === null) log.warn({ file: key }, 'The content of a stored file is missing, also from the backup.')
      else yield { key, content }
    }
  }
}

async function* storedKeys(snapshot: Executor): AsyncGenerator<string> {
  for await (const file of selectStoredFiles(snapshot)) yield keyOf(file)
  for (const job of await selectWrittenExports(snapshot))
    for (let piece = 1; piece <= job.pieces; piece += 1) yield keyOfPiece(job, piece)
}
