import { query, type Transaction } from '../../../../db/database.ts'
import type { StoredSize, Width } from '../size.ts'

type FileWithSizes = { owner_id: string; id: string; sizes: Readonly<Partial<Record<Width, StoredSize>>> }

/**
 * Records a smaller picture in place of the one that the file had when it was read. Returns false if the file was
 * deleted, or if another process recorded one.
 */
export async function recordSize(
  tx: Transaction,
  { owner_id, id, sizes }: FileWithSizes,
  width: Width,
  size: StoredSize,
): Promise<boolean> {
  const rows = await query(
    tx,
    `update files set sizes = sizes || jsonb_build_object($3::text, $4::jsonb)
      where owner_id = $1 and id = $2 and sizes -> $3::text ->> 'key' is not distinct from $5::text returning 1`,
    [owner_id, id, String(width), JSON.stringify(size), sizes[width]?.key ?? null],
  )
  return rows.length > 0
}
