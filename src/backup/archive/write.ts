import { createHash } from 'node:crypto'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress } from 'node:zlib'
import { createTarPacker } from 'modern-tar'
import type { Manifest } from '../manifest.ts'

/** Size of a part, which is kept in memory. */
const PART_BYTES = 4 * 2 ** 20

export type ArchiveWriter = {
  add(name: string, content: Uint8Array): Promise<void>
  /** Adds the bytes as entries of at most 4 MiB, named by their numbers; returns the number of bytes. */
  addParts(nameOf: (part: number) => string, bytes: AsyncIterable<Uint8Array>): Promise<number>
  entries(): Manifest['entries']
}

/**
 * Writes a tar, compressed with zstd, that `work` fills, and ends `output` unless it fails. Memory does not grow with
 * its size.
 */
export async function writeArchive(output: Writable, work: (archive: ArchiveWriter) => Promise<void>): Promise<void> {
  const { readable, controller } = createTarPacker()
  // The checksum covers every byte, including those between the entries.
  const compress = createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } })
  const writing = pipeline(Readable.fromWeb(readable as never), compress, output)
  const failed = new Promise<never>((_, reject) => writing.catch(reject))
  const entries: Manifest['entries'] = []
  const add = async (name: string, content: Uint8Array) => {
    const writer = controller
      .add({ name, size: content.length, type: 'file', mode: 0o600, mtime: new Date() })
      .getWriter()
    // Writing to a failed output never ends, so race it against the failure.
    await Promise.race([writer.write(content).then(() => writer.close()), failed])
    entries.push({ name, bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') })
  }
  const addParts = async (nameOf: (part: number) => string, bytes: AsyncIterable<Uint8Array>) => {
    let part = 0
    let size = 0
    for await (const content of inParts(bytes)) {
      part += 1
      size += content.length
      await add(nameOf(part), content)
    }
    return size
  }
  try {
    await work({ add, addParts, entries: () => [...entries] })
    controller.finalize()
  } catch (error) {
    controller.error(error)
    await writing.catch(() => {})
    throw error
  }
  await writing
}

/** Joins small chunks and splits large chunks. */
async function* inParts(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of bytes) {
    let rest = chunk
    while (size + rest.length >= PART_BYTES) {
      const end = PART_BYTES - size
      yield Buffer.concat([...chunks, rest.subarray(0, end)])
      rest = rest.subarray(end)
      chunks = []
      size = 0
    }
    if (rest.length > 0) chunks.push(rest)
    size += rest.length
  }
  if (size > 0) yield Buffer.concat(chunks)
}
