import type { Database } from '../../../db/database.ts'
import { type File, files } from '../../files/file.ts'
import { selectRowsById } from '../../kit/store.ts'
import { releaseCache } from '../cache/process-cache.ts'
import type { Ref } from '../cache/release-cache.ts'

/**
 * Returns the files of a release that still exist. Files can change while the release cannot, so cached files belong to
 * one revision of their owner's files.
 */
export async function releaseFiles(
  db: Database,
  ref: Ref,
  revision: number,
  ids: readonly string[],
): Promise<ReadonlyMap<string, File>> {
  const cached = await releaseCache().getEach(db, ref, `file ${revision}`, ids, async (missing) => {
    const rows = new Map((await selectRowsById(db, files, ref.owner_id, missing)).map((file) => [file.id, file]))
    return missing.map((id) => [id, { file: rows.get(id) ?? null }])
  })
  return new Map([...cached].flatMap(([id, { file }]) => (file === null ? [] : [[id, file]])))
}
