import type { Database } from '../database.ts'
import type { Reader } from './reader.ts'

const readers = new WeakMap<Database, Reader>()

/** Registers the reader of a database, for callers that only have the database. */
export function setReader(db: Database, reader: Reader): void {
  readers.set(db, reader)
}

/** The reader of a database; null if it has none, and within a transaction. */
export function readerOf(db: Database): Reader | null {
  return readers.get(db) ?? null
}
