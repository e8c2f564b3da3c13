import type { Readable } from 'node:stream'

/** A temporary file on the local disk, about to be stored. */
export type Spooled = {
  path: string
  /** Bytes. */
  size: number
  /** SHA-256 of its content, in hexadecimal. */
  checksum: string
}

/**
 * Stores the content of files by key. Keys consist of lower-case letters, digits, hyphens, underscores and slashes,
 * with optional suffixes such as `.json`. Every implementation passes the suite in test/database/byte-stores.test.ts.
 */
export type ByteStore = {
  /** Durable once it resolves, and atomic: concurrent readers see all bytes or none. Replaces existing bytes. */
  put(key: string, file: Spooled): Promise<void>
  /** Null for an unknown key. */
  read(key: string): Promise<Readable | null>
  /** Ignores an unknown key. */
  remove(key: string): Promise<void>
  close(): void
}
