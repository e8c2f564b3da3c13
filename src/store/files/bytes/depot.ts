import type { ByteStore } from './bytes.ts'
import type { Spool } from './spool.ts'

/** Where the files of all stores are kept, and how they get there. */
export type Depot = {
  bytes: ByteStore
  spool: Spool
  /** The most bytes that an upload may have. */
  size_limit: number
}
