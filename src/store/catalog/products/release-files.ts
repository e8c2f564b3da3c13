import type { Database } from '../../../db/database.ts'
import { type File, files } from '../../files/file.ts'
import { selectRowsById } from '../../kit/store.ts'
import { releaseCache } from '../cache/process-cache.ts'
import type { Ref } from '../cache/release-cache.ts'

/**
 * The files that a release names, without those that were deleted since. Files change while the release does not: what is held
 * is of one revision of its owner's files.
 */
export async function releaseFiles(
  db: Database,
  ref: Ref,
  revision: number,
  ids: readonly string[],
): Promise<ReadonlyMap<string, File>> {
  const held = await releaseCache().getEach(db, ref, `file ${revision}`, ids, async (missing) => {
    const rows = new Map((await selectRowsById(db, files, ref.owner_id, missing)).map((file) => [file.id, file]))
    return missing.map((id) => [id, { file: rows.get(id) ?? null }])
  })
  return new Map([...held].flatMap(([id, { file }]) => (file === null ? [] : [[id, file]])))
}
