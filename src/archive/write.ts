import { createHash, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import type { CopySession } from '../db/copy-session.ts'
import type { Part } from '../db/partitions/partition-names.ts'
import { type Archive, readManifest } from './archive.ts'
import { type ArchivePart, type Manifest, manifestKey, partKey, writeManifest } from './manifest.ts'
import { columnsOf, copyOutText, nextSpan, type Span } from './sql/rows.ts'
import { type ArchiveState, addPart, begin, complete, findState } from './sql/state.ts'

/** Rows per part: about 100 MB of uncompressed events, which an interruption has to repeat. */
const PART_ROWS = 100_000

export type WriteOptions = { part_rows?: number; signal?: AbortSignal }

/**
 * Archives a partition as stored, with encrypted values unchanged. Resumes an interrupted call. Each part is read back
 * before it counts; the manifest is written last. Returns false if the signal aborted it. Throws if the archive holds a
 * partition of this name from elsewhere.
 */
export async function writePartition(
  session: CopySession,
  archive: Archive,
  { name, table }: Part,
  { part_rows = PART_ROWS, signal }: WriteOptions = {},
): Promise<boolean> {
  const state = await unfinished(session, name)
  await expectOwn(archive, state)
  const parts = [...state.parts]
  let after = state.last_id
  for (;;) {
    if (signal?.aborted) return false
    const span = await nextSpan(session, name, after, part_rows)
    if (span === null) break
    parts.push(await writePart(session, archive, name, parts.length + 1, span))
    after = span.last
    await addPart(session, name, parts, after)
  }
  const rows = parts.reduce((sum, part) => sum + part.rows, 0)
  const columns = await columnsOf(session, table)
  await putManifest(archive, { archive_id: state.archive_id, partition: name, columns, rows, parts })
  await complete(session, name, rows)
  return true
}

/** Returns the unfinished archive; a complete archive whose rows have changed since is restarted. */
async function unfinished(session: CopySession, name: string): Promise<ArchiveState> {
  const state = await findState(session, name)
  if (state !== null && state.row_count === null) return state
  return begin(session, name, state?.archive_id ?? randomUUID())
}

async function expectOwn(archive: Archive, { name, archive_id }: ArchiveState): Promise<void> {
  const found = await readManifest(archive, name)
  if (found === null || found.archive_id === archive_id) return
  throw new Error(
    `The archive already holds ${name}, which was not written from this database. Give each deployment an archive of its own, ` +
      `or move ${manifestKey(name)} away.`,
  )
}

async function writePart(session: CopySession, archive: Archive, name: string, number: number, span: Span) {
  const key = partKey(name, number)
  const copy = session.copyOut(copyOutText(name, span))
  const zipped = copy.stream.on('error', (error) => zip.destroy(error))
  const zip = createGzip()
  const file = await archive.spool.take(zipped.pipe(zip), null)
  const rows = await copy.rows()
  const part: ArchivePart = { key, rows, bytes: file.size, sha256: file.checksum }
  await archive.bytes.put(key, file).finally(() => archive.spool.discard(file))
  await verify(archive, part)
  return part
}

async function putManifest(archive: Archive, manifest: Manifest): Promise<void> {
  const content = writeManifest(manifest)
  const file = await archive.spool.take(Readable.from([content]), null)
  const key = manifestKey(manifest.partition)
  await archive.bytes.put(key, file).finally(() => archive.spool.discard(file))
  await verify(archive, { key, bytes: content.length, sha256: file.checksum })
}

/** Reads a part back. Throws if it differs. */
async function verify({ bytes }: Archive, { key, bytes: size, sha256 }: Omit<ArchivePart, 'rows'>): Promise<void> {
  const hash = createHash('sha256')
  let read = 0
  for await (const chunk of (await bytes.read(key)) ?? []) {
    hash.update(chunk)
    read += chunk.length
  }
  if (read !== size || hash.digest('hex') !== sha256) throw new Error(`${key} in the archive is not what was written.`)
}
