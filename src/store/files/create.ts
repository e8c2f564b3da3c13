import { AppError } from '../../kernel/errors.ts'
import { newId } from '../../kernel/ids.ts'
import { type Owner, ownerId } from '../../kernel/owner.ts'
import { insert } from '../kit/rows.ts'
import { change, type StoreDeps } from '../kit/work.ts'
import type { Spooled } from './bytes/bytes.ts'
import type { Depot } from './bytes/depot.ts'
import { cancelDeletion, scheduleDeletion } from './bytes/pending-deletion.ts'
import { type File, files, keyOf } from './file.ts'
import { look } from './look.ts'

export type FileDeps = StoreDeps & { depot: Depot }

/** Milliseconds that an upload may take between its bytes and its row. */
const LONGEST_UPLOAD = 3_600_000

type Upload = { file: Spooled; file_name: string; public: boolean }

/** Keeps an uploaded file and fires `file.created`. First its bytes, then its row: no row is without bytes. */
export async function createFile(deps: FileDeps, owner: Owner, upload: Upload): Promise<File> {
  const { db, depot, clock } = deps
  const { file, file_name } = upload
  const now = clock()
  const id = newId(now)
  const key = keyOf({ owner_id: ownerId(owner), id })
  const due_at = now + LONGEST_UPLOAD
  const looks = await look(file, file_name)
  await scheduleDeletion(db, key, due_at)
  await depot.bytes.put(key, file)
  return change(deps, owner, async (work) => {
    if (!(await cancelDeletion(work.tx, key, due_at))) throw tooSlow()
    const { size: file_size, checksum } = file
    return insert(work, files, { id, file_name, file_size, checksum, public: upload.public, ...looks })
  })
}

type Link = { file_location: string; file_name: string; mime_type: string; public: boolean }

/** Notes where a file is that lies elsewhere, and fires `file.created`. Nothing is fetched from there. */
export function linkFile(deps: StoreDeps, owner: Owner, link: Link): Promise<File> {
  return change(deps, owner, (work) => insert(work, files, { file_size: 0, ...link }))
}

function tooSlow(): AppError {
  return new AppError('request_timeout', [{ detail: 'The file took too long to be kept: send it again.' }])
}
