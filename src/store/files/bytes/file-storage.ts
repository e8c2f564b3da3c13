import type { ByteStore } from './bytes.ts'
import type { Spool } from './spool.ts'

/** The storage for the files of all stores. */
export type FileStorage = {
  bytes: ByteStore
  spool: Spool
  /** Maximum bytes of an upload. */
  size_limit: number
}
