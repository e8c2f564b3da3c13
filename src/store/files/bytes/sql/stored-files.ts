import { type Executor, query } from '../../../../db/database.ts'
import type { Rows } from '../../../../db/rows.ts'

/** Rows per statement. */
const PAGE = 5_000
const FIRST_ID = '00000000-0000-0000-0000-000000000000'

export type StoredFileId = Pick<Rows['files'], 'owner_id' | 'id'>

/** Iterates over every uploaded file; links have no content here. */
export async function* selectStoredFiles(db: Executor): AsyncGenerator<StoredFileId> {
  let last: StoredFileId | undefined = { owner_id: FIRST_ID, id: FIRST_ID }
  while (last !== undefined) {
    const page: StoredFileId[] = await query(
      db,
      `select owner_id, id from files where checksum is not null and (owner_id, id) > ($1, $2) order by owner_id, id limit $3`,
      [last.owner_id, last.id, PAGE],
    )
    yield* page
    last = page.at(-1)
  }
}
