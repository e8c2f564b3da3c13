import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { Partitioned } from '../db/partitions/partition-names.ts'
import { atMost } from '../kernel/at-most.ts'
import { type Manifest, manifestKey, parseManifest } from './manifest.ts'

/** A temporary file on the local disk. */
type Spooled = { path: string; size: number; checksum: string }

/** A folder or a bucket. Content is durable once `put` resolves. */
export type Archive = {
  bytes: { put(key: string, file: Spooled): Promise<void>; read(key: string): Promise<Readable | null>; close(): void }
  spool: {
    take(bytes: AsyncIterable<Uint8Array>, limit: number | null): Promise<Spooled>
    discard(file: Spooled): Promise<void>
    sweep(before: number): Promise<void>
  }
}

export const ARCHIVED: readonly Partitioned[] = ['events', 'jobs', 'logs']

/** A manifest lists a few hundred parts at most. */
const MAX_MANIFEST_BYTES = 16 * 2 ** 20

/** Returns null unless the partition is completely archived. */
export async function readManifest({ bytes }: Archive, partition: string): Promise<Manifest | null> {
  const key = manifestKey(partition)
  const stream = await bytes.read(key)
  return stream === null ? null : parseManifest(await text(atMost(stream, MAX_MANIFEST_BYTES, key)))
}
