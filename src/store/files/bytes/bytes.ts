import type { Readable } from 'node:stream'

/** A file on the disk of this process, about to be kept. */
export type Spooled = {
  path: string
  /** Bytes. */
  size: number
  /** SHA-256 of its content, in hexadecimal. */
  checksum: string
}

/**
 * Where the bytes of files are kept, by a key of lower-case letters, digits, hyphens and slashes. Every kind of store
 * passes the same suite: test/database/byte-stores.test.ts.
 */
export type ByteStore = {
  /** Once it resolves, the bytes outlast a crash; whoever reads meanwhile sees all of them or none. Replaces what was there. */
  put(key: string, file: Spooled): Promise<void>
  /** Null when there is nothing. */
  read(key: string): Promise<Readable | null>
  /** Does nothing when there is nothing. */
  remove(key: string): Promise<void>
  close(): void
}
