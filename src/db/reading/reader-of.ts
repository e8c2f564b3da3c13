import type { Database } from '../database.ts'
import type { Reader } from './reader.ts'

const readers = new WeakMap<Database, Reader>()

/** Makes this the reader of the database, for what is given the database alone. */
export function setReader(db: Database, reader: Reader): void {
  readers.set(db, reader)
}

/** The reader of a database that has one; null for others, and within a transaction. */
export function readerOf(db: Database): Reader | null {
  return readers.get(db) ?? null
}
