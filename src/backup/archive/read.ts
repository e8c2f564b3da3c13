import { constants } from 'node:buffer'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import { createTarDecoder } from 'modern-tar'
import { atMost } from '../../kernel/at-most.ts'
import { hasCode } from '../../kernel/error-code.ts'
import {
  HEAD_ENTRY,
  type Head,
  KEY_ENTRY,
  MANIFEST_ENTRY,
  type Manifest,
  NewerFormat,
  ownerOfPart,
  parseHead,
  parseManifest,
} from '../manifest.ts'
import { Sequence } from './sequence.ts'

/** An entry must be consumed before the next one. */
export type ArchiveEntry = { name: string; bytes: AsyncIterable<Uint8Array> }

/** Yields the entries of a backup in order. Throws, at the end at the latest, if the file is truncated or altered. */
export async function* readArchive(file: string): AsyncGenerator<ArchiveEntry> {
  const { readable, writable } = createTarDecoder({ strict: true })
  const stopping = new AbortController()
  const feeding = feed(file, writable, stopping.signal)
  // Awaited below; until then an error surfaces in the entries.
  feeding.catch(() => {})
  try {
    for await (const { header, body } of readable) yield { name: header.name, bytes: body }
    // The tar may end before the file; only now is the checksum of all of it verified.
    await feeding
  } finally {
    stopping.abort()
  }
}

async function feed(file: string, decoder: WritableStream<Uint8Array>, signal: AbortSignal): Promise<void> {
  const writer = decoder.getWriter()
  const write = async (plain: AsyncIterable<Uint8Array>) => {
    for await (const chunk of plain) await writer.write(chunk)
  }
  try {
    await pipeline(createReadStream(file), createZstdDecompress(), write, { signal })
    await writer.close()
  } catch (error) {
    await writer.abort(error).catch(() => {})
    throw error
  }
}

export type CheckedBackup = { head: Head; manifest: Manifest; key: string | null }

/** Maximum size of the entries kept in memory: the head, the key and the manifest. */
const MAX_TEXT_BYTES = 16 * 2 ** 20
const MAX_BYTES_IN_MANIFEST = 512

/**
 * Reads the whole backup and compares every entry with the manifest. Throws if it is truncated or altered. Memory holds
 * only the manifest, and does not grow with the size of the entries.
 */
export async function checkArchive(file: string): Promise<CheckedBackup> {
  const { texts, digest } = await readTexts(file)
  const manifest = texts.get(MANIFEST_ENTRY)
  const head = texts.get(HEAD_ENTRY)
  if (manifest === undefined || head === undefined)
    throw new Error(
      `${file} is not a backup, or it is truncated: it has no ${head === undefined ? HEAD_ENTRY : MANIFEST_ENTRY}.`,
    )
  const backup = { head: parseHead(head), manifest: parseManifest(manifest), key: texts.get(KEY_ENTRY)?.trim() ?? null }
  const { entries } = backup.manifest
  if (digestOf(entries) !== digest) throw await findDifference(file, entries)
  return backup
}

type Entry = Manifest['entries'][number]

/** Returns the head, the key and the manifest, and one digest of all other entries. */
async function readTexts(file: string): Promise<{ texts: Map<string, string>; digest: string }> {
  const texts = new Map<string, string>()
  const digest = createHash('sha256')
  const sequence = new Sequence()
  let count = 0
  try {
    for await (const { name, bytes } of readArchive(file)) {
      sequence.enter(name)
      const keeps = [HEAD_ENTRY, MANIFEST_ENTRY, KEY_ENTRY].includes(name)
      // Only a backup of many files may have a long manifest.
      const max_bytes = Math.min(MAX_TEXT_BYTES + count * MAX_BYTES_IN_MANIFEST, constants.MAX_STRING_LENGTH)
      const { text, ...entry } = await readEntry(keeps ? atMost(bytes, max_bytes, name) : bytes, keeps)
      if (entry.bytes === 0) throw new Error(`its entry ${name} is empty`)
      if (keeps) texts.set(name, text)
      if (name === HEAD_ENTRY) sequence.admitTables(parseHead(text))
      if (name === MANIFEST_ENTRY) continue
      digest.update(lineOf({ name, ...entry }))
      count += 1
    }
  } catch (cause) {
    if (cause instanceof NewerFormat || isMissing(cause)) throw cause
    const reason = (cause instanceof Error && cause.message) || 'it ends too early'
    throw new Error(`${file} is not a backup, or it is truncated or was altered: ${reason}`, { cause })
  }
  return { texts, digest: digest.digest('hex') }
}

async function readEntry(bytes: AsyncIterable<Uint8Array>, keepsText: boolean) {
  const hash = createHash('sha256')
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of bytes) {
    hash.update(chunk)
    size += chunk.length
    if (keepsText) chunks.push(chunk)
  }
  return { bytes: size, sha256: hash.digest('hex'), text: Buffer.concat(chunks).toString('utf8') }
}

function lineOf({ name, bytes, sha256 }: Entry): string {
  return `${JSON.stringify([name, bytes, sha256])}\n`
}

function digestOf(entries: readonly Entry[]): string {
  const hash = createHash('sha256')
  for (const entry of entries) hash.update(lineOf(entry))
  return hash.digest('hex')
}

/** Reads the backup again to find the first entry that differs from the manifest. */
async function findDifference(file: string, listed: readonly Entry[]): Promise<Error> {
  let index = 0
  for await (const { name, bytes } of readArchive(file)) {
    const { text: _, ...found } = await readEntry(bytes, false)
    if (name === MANIFEST_ENTRY) continue
    const entry = listed[index]
    if (entry === undefined) return new Error(`${file} was altered: it has entries that were not written.`)
    if (lineOf(entry) !== lineOf({ name, ...found })) break
    index += 1
  }
  return new Error(`${file} was altered: its entry ${listed[index]?.name} is not what was written.`)
}

function isMissing(error: unknown): boolean {
  return hasCode(error, 'ENOENT')
}

/** Content of a table or a file. It must be consumed before the next one. */
export type Content = { folder: 'tables' | 'files'; name: string; bytes: AsyncIterable<Uint8Array> }

/** Yields the contents of a backup in order, with their parts joined. */
export async function* readContents(file: string): AsyncGenerator<Content> {
  const entries = readArchive(file)
  let next = await entries.next()
  const isPartOf = (owner: Pick<Content, 'folder' | 'name'>) => {
    const other = next.done ? null : ownerOfPart(next.value.name)
    return other?.folder === owner.folder && other.name === owner.name
  }
  while (!next.done) {
    const owner = ownerOfPart(next.value.name)
    if (owner === null) {
      await readEntry(next.value.bytes, false)
      next = await entries.next()
      continue
    }
    const joined = async function* () {
      while (!next.done && isPartOf(owner)) {
        yield* next.value.bytes
        next = await entries.next()
      }
    }
    yield { folder: owner.folder, name: owner.name, bytes: joined() }
  }
}
