import { newId } from '../../db/new-id.ts'
import { HOUR } from '../../kernel/duration.ts'
import { AppError } from '../../kernel/errors.ts'
import { type Owner, ownerId } from '../../kernel/owner.ts'
import { insert } from '../kit/rows.ts'
import { change, type StoreDeps } from '../kit/work.ts'
import type { Spooled } from './bytes/bytes.ts'
import type { FileStorage } from './bytes/file-storage.ts'
import { cancelDeletion, scheduleDeletion } from './bytes/sql/pending-deletion.ts'
import { type File, files, keyOf } from './file.ts'
import { inspectFile } from './inspect.ts'

export type FileDeps = StoreDeps & { fileStorage: FileStorage }

/** Time between storing the bytes of an upload and inserting its row. */
const UPLOAD_TIMEOUT_MS = HOUR

type Upload = { file: Spooled; file_name: string; public: boolean }

/**
 * Stores an uploaded file and emits `file.created`. The bytes are stored before the row, so that no row lacks its bytes.
 * Throws `request_timeout`.
 */
export async function createFile(deps: FileDeps, owner: Owner, upload: Upload): Promise<File> {
  const { db, fileStorage, clock } = deps
  const { file, file_name } = upload
  const now = clock()
  const id = newId(now)
  const key = keyOf({ owner_id: ownerId(owner), id })
  const due_at = now + UPLOAD_TIMEOUT_MS
  const details = await inspectFile(file, file_name)
  await scheduleDeletion(db, key, due_at)
  await fileStorage.bytes.put(key, file)
  return change(deps, owner, async (work) => {
    if (!(await cancelDeletion(work.tx, key, due_at))) throw uploadTimedOut()
    const { size: file_size, checksum } = file
    return insert(work, files, { id, file_name, file_size, checksum, public: upload.public, ...details })
  })
}

type Link = { file_location: string; file_name: string; mime_type: string; public: boolean }

/** Stores a link to a file elsewhere, which is not fetched, and emits `file.created`. */
export function linkFile(deps: StoreDeps, owner: Owner, link: Link): Promise<File> {
  return change(deps, owner, (work) => insert(work, files, { file_size: 0, ...link }))
}

function uploadTimedOut(): AppError {
  return new AppError('request_timeout', [{ detail: 'Storing the file took too long: send it again.' }])
}
