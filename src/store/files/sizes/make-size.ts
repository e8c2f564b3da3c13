import { newId } from '../../../db/new-id.ts'
import { transact } from '../../../db/transaction.ts'
import { HOUR } from '../../../kernel/duration.ts'
import { selectRow } from '../../kit/store.ts'
import type { StoreDeps } from '../../kit/work.ts'
import type { Spooled } from '../bytes/bytes.ts'
import type { FileStorage } from '../bytes/file-storage.ts'
import { cancelDeletion, scheduleDeletion } from '../bytes/sql/pending-deletion.ts'
import { type File, files, keyOf } from '../file.ts'
import { convertPicture } from './convert.ts'
import { isRaster, type StoredSize, type Width } from './size.ts'
import { recordSize } from './sql/record-size.ts'

export type SizeDeps = Pick<StoreDeps, 'db' | 'clock'> & { fileStorage: FileStorage }

/** Time between storing the bytes of a smaller picture and recording it. */
const STORE_TIMEOUT_MS = HOUR

/**
 * Makes and stores a smaller picture, unless another process has done so since the file was read. Null for an
 * animation, and for a deleted file. Throws if the picture cannot be converted.
 */
export async function makeSize(deps: SizeDeps, read: File, width: Width): Promise<StoredSize | null> {
  const { owner_id, id, sizes } = read
  const file = await selectRow(deps.db, files, { owner_id, id })
  const known = file?.sizes[width]
  if (known !== undefined && known.key !== sizes[width]?.key) return known
  return file === undefined ? null : convertFile(deps, { file, width })
}

async function convertFile(deps: SizeDeps, conversion: Conversion): Promise<StoredSize | null> {
  const { bytes, spool } = deps.fileStorage
  const { mime_type } = conversion.file
  const content = isRaster(mime_type) ? await bytes.read(keyOf(conversion.file)) : null
  if (content === null || !isRaster(mime_type)) return null
  const original = await spool.take(content, null)
  try {
    const smaller = await convertPicture(original.path, mime_type, conversion.width)
    return smaller === null ? null : await storeSize(deps, conversion, await spool.take(smaller, null))
  } finally {
    await spool.discard(original)
  }
}

type Conversion = { file: File; width: Width }

/**
 * Stores the bytes before recording them, like an upload. Unrecorded bytes are deleted after an hour: if the process
 * dies, the file is deleted, or another process was first. Each attempt has its own key.
 */
async function storeSize({ db, fileStorage, clock }: SizeDeps, { file, width }: Conversion, picture: Spooled) {
  const now = clock()
  const due_at = now + STORE_TIMEOUT_MS
  const size: StoredSize = { key: `${keyOf(file)}-${width}-${newId(now)}`, file_size: picture.size }
  try {
    await scheduleDeletion(db, [size.key], due_at)
    await fileStorage.bytes.put(size.key, picture)
  } finally {
    await fileStorage.spool.discard(picture)
  }
  await transact(db, async (tx) => {
    if (!(await recordSize(tx, file, width, size))) return
    if (!(await cancelDeletion(tx, [size.key], due_at))) throw new Error('Storing a smaller picture took too long.')
  })
  return size
}
