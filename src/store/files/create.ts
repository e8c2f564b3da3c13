import { newId } from '../../db/new-id.ts'
import { at } from '../../kernel/at.ts'
import { HOUR } from '../../kernel/duration.ts'
import { AppError } from '../../kernel/errors.ts'
import { type Owner, ownerId } from '../../kernel/owner.ts'
import { insert, type NewRow } from '../kit/rows.ts'
import { change, type StoreDeps, type Work } from '../kit/work.ts'
import type { Spooled } from './bytes/bytes.ts'
import type { FileStorage } from './bytes/file-storage.ts'
import { cancelDeletion, scheduleDeletion } from './bytes/sql/pending-deletion.ts'
import { type File, files, keyOf } from './file.ts'
import { type FileDetails, inspectFile } from './inspect.ts'

export type FileDeps = StoreDeps & { fileStorage: FileStorage }

/** Time between storing the bytes of an upload and inserting its row. */
const UPLOAD_TIMEOUT_MS = HOUR
/** Uploads stored concurrently, since they mostly wait for the disk. */
const CONCURRENT = 6

/** `alternative_text` is '' if absent. */
type Upload = { file: Spooled; file_name: string; public: boolean; alternative_text: string }

/**
 * Stores an uploaded file and emits `file.created`. Stores the bytes before the row, so that no row lacks its bytes.
 * Throws `request_timeout`.
 */
export async function createFile(deps: FileDeps, owner: Owner, upload: Upload): Promise<File> {
  const details = await inspectFile(upload.file, upload.file_name)
  const stored = await storeUploads(deps, owner, [{ ...upload, ...details }])
  return at(await change(deps, owner, (work) => insertUploads(work, stored)), 0)
}

/** Rows whose bytes are stored, and the time at which the bytes are deleted unless the rows are inserted. */
export type StoredUploads = { rows: (NewRow<typeof files> & { id: string })[]; due_at: number }

/** Stores the bytes of uploads; they are deleted after an hour unless `insertUploads` follows. */
export async function storeUploads(
  { db, fileStorage, clock }: Pick<FileDeps, 'db' | 'fileStorage' | 'clock'>,
  owner: Owner,
  uploads: readonly (Upload & FileDetails)[],
): Promise<StoredUploads> {
  const now = clock()
  const due_at = now + UPLOAD_TIMEOUT_MS
  const named = uploads.map((upload) => ({ ...upload, id: newId(now) }))
  await scheduleDeletion(db, keysOf(owner, named), due_at)
  const open = named.values()
  const storeNext = async () => {
    for (const upload of open) await fileStorage.bytes.put(at(keysOf(owner, [upload]), 0), upload.file)
  }
  await Promise.all(Array.from({ length: CONCURRENT }, storeNext))
  const rows = named.map(({ file: { size: file_size, checksum }, ...row }) => ({ ...row, file_size, checksum }))
  return { rows, due_at }
}

/** Inserts the rows of stored uploads and emits `file.created`. Throws `request_timeout`. */
export async function insertUploads(work: Work, { rows, due_at }: StoredUploads): Promise<File[]> {
  if (!(await cancelDeletion(work.tx, keysOf(work.owner, rows), due_at))) throw uploadTimedOut()
  const inserted: File[] = []
  for (const row of rows) inserted.push(await insert(work, files, row))
  return inserted
}

function keysOf(owner: Owner, rows: readonly { id: string }[]): string[] {
  const owner_id = ownerId(owner)
  return rows.map(({ id }) => keyOf({ owner_id, id }))
}

type Link = { file_location: string; file_name: string; mime_type: string; public: boolean; alternative_text: string }

/** Stores a link to an external file, which is not fetched, and emits `file.created`. */
export function linkFile(deps: StoreDeps, owner: Owner, link: Link): Promise<File> {
  return change(deps, owner, (work) => insert(work, files, { file_size: 0, ...link }))
}

function uploadTimedOut(): AppError {
  return new AppError('request_timeout', [{ detail: 'Storing the file took too long: send it again.' }])
}
