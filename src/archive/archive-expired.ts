import { openCopySession } from '../db/copy-session.ts'
import type { Database } from '../db/database.ts'
import type { Part } from '../db/partitions/partition-names.ts'
import { restoredPartitions } from '../db/partitions/partitions.ts'
import { ARCHIVED, type Archive } from './archive.ts'
import { tryLock } from './sql/lock.ts'
import { isArchived } from './sql/state.ts'
import { type WriteOptions, writePartition } from './write.ts'

export type ArchiveDeps = {
  db: Database
  /** Bypasses a pooler. */
  url: string
  archive: Archive
  /** True while the partition must not be dropped; it is archived only afterwards. */
  isNeeded: (part: Part) => Promise<boolean>
  onArchived: (part: Part) => void
  onFailed: (part: Part, error: unknown) => void
}

/**
 * Archives expired partitions, oldest first, unless another process does. Failed partitions are reported and retried
 * next time. Returns the names of partitions whose archive is current, and which may be dropped.
 */
export async function archiveExpired(
  { db, url, archive, isNeeded, onArchived, onFailed }: ArchiveDeps,
  expired: readonly Part[],
  options: WriteOptions = {},
): Promise<Set<string>> {
  const archived = new Set<string>()
  const restored = await restoredPartitions(db)
  const parts = expired.filter(({ name, table }) => ARCHIVED.includes(table) && !restored.has(name))
  if (parts.length === 0) return archived
  const session = await openCopySession(url)
  try {
    if (!(await tryLock(session))) return archived
    for (const part of parts) {
      if (options.signal?.aborted) return archived
      try {
        if (await isNeeded(part)) continue
        if (!(await isArchived(db, part.name))) {
          if (!(await writePartition(session, archive, part, options))) return archived
          onArchived(part)
        }
        archived.add(part.name)
      } catch (error) {
        onFailed(part, error)
        // A failed copy leaves the session in an unknown state, so the next call continues with a new session.
        return archived
      }
    }
    return archived
  } finally {
    await session.close()
  }
}
