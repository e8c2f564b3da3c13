import { createHash } from 'node:crypto'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { type CopySession, openCopySession } from '../db/copy-session.ts'
import type { Database } from '../db/database.ts'
import { beginningAt, dayAt, partitionOf, partOf } from '../db/partitions/partition-names.ts'
import { DAY, HOUR } from '../kernel/duration.ts'
import { ARCHIVED, type Archive, readManifest } from './archive.ts'
import type { ArchivePart, Manifest } from './manifest.ts'
import { noteRestored, preparePartition } from './sql/restored.ts'
import { beginLines, columnsOf, countRows, insertLines } from './sql/rows.ts'

export type RestoreDeps = { db: Database; url: string; archive: Archive }

/** Returns the archived partitions of events, jobs and logs created between `from` and `until` (excluded). */
export async function archivedBetween(archive: Archive, from: number, until: number): Promise<Manifest[]> {
  const found: Manifest[] = []
  for (const table of ARCHIVED) {
    for (let day = dayAt(from); day < until; day += DAY) {
      const whole = await readManifest(archive, partitionOf(table, day))
      if (whole !== null) {
        found.push(whole)
        continue
      }
      const first = Math.max(day, beginningAt(from, 'hour'))
      for (let hour = first; hour < Math.min(until, day + DAY); hour += HOUR) {
        const one = await readManifest(archive, partitionOf(table, hour, 'hour'))
        if (one !== null) found.push(one)
      }
    }
  }
  return found
}

/**
 * Restores the rows of an archived partition, and keeps them until a time. None of its jobs is delivered. Repeatable,
 * also after an interruption, because existing rows stay unchanged. Throws if the archive was altered.
 */
export async function restorePartition(
  { db, url, archive }: RestoreDeps,
  manifest: Manifest,
  kept_until: Date,
): Promise<{ name: string; rows: number }> {
  const part = partOf(manifest.partition)
  if (part === null || !ARCHIVED.includes(part.table))
    throw new Error(`${manifest.partition} is not the name of an archived partition.`)
  await preparePartition(db, manifest, kept_until)
  const session = await openCopySession(url)
  try {
    const known = await columnsOf(session, part.table)
    const columns = manifest.columns.filter((column) => known.includes(column))
    for (const one of manifest.parts) await restorePart(session, archive, one, { ...part, columns })
    const rows = await countRows(session, part.name)
    if (rows < manifest.rows)
      throw new Error(`${part.name} has ${rows} rows, and ${manifest.rows} were archived. Run the command again.`)
    await noteRestored(db, part.name, rows)
    return { name: part.name, rows }
  } finally {
    await session.close()
  }
}

async function restorePart(
  session: CopySession,
  archive: Archive,
  { key, rows, sha256 }: ArchivePart,
  target: Parameters<typeof insertLines>[1],
): Promise<void> {
  const stored = await archive.bytes.read(key)
  if (stored === null) throw new Error(`${key} is missing in the archive.`)
  const hash = createHash('sha256')
  const hashed = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk)
      done(null, chunk)
    },
  })
  const copy = session.copyIn(await beginLines(session))
  await pipeline(stored, hashed, createGunzip(), copy.stream)
  // Closing the session rolls back the transaction.
  if ((await copy.rows()) !== rows || hash.digest('hex') !== sha256)
    throw new Error(`${key} in the archive is not what was written: it was altered. Nothing of it was restored.`)
  await insertLines(session, target)
}
