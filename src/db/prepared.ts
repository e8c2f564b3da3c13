import { LRUCache } from 'lru-cache'
import pg from 'pg'
import type { Client } from './database.ts'
import { ask } from './run-statement.ts'

/** Statements name partitions, of which there is a new one every day or every hour: those of old ones are forgotten. */
const MOST_NAMES = 1_000

/** Statements that were marked, with the name that each has on every connection. */
const names = new LRUCache<string, string>({ max: MOST_NAMES })
let named = 0

/**
 * Marks a statement that runs often and whose text is one of few: each connection parses it once, and plans it once when
 * its plan does not depend on the values. Returns the text. Columns are to be named: the type of `*` may change meanwhile.
 */
export function prepared(text: string): string {
  if (names.has(text)) return text
  names.set(text, `tidings_${named}`)
  named += 1
  return text
}

/** The client, with marked statements prepared unless a pooler gives each transaction another session. */
export function preparing(
  client: pg.PoolClient,
  pooled: boolean,
  onRefused: (error: pg.DatabaseError) => void,
): Client {
  let stale = false
  return {
    async execute(text, values) {
      const name = pooled ? undefined : names.get(text)
      try {
        return await ask(client, name === undefined ? { text, values } : { name, text, values })
      } catch (error) {
        if (!(error instanceof pg.DatabaseError)) throw error
        onRefused(error)
        if (name === undefined) throw error
        stale ||= error.code === RESULT_TYPE_CHANGED
        if (error.code === NO_SUCH_STATEMENT || error.code === STATEMENT_EXISTS) error.message += POOLER
        throw error
      }
    },
    session: client,
    release: (close) => client.release(close || stale),
  }
}

/** A connection that has met a change of a column's type meets it again with each use of the statement. */
const RESULT_TYPE_CHANGED = '0A000'
const NO_SUCH_STATEMENT = '26000'
const STATEMENT_EXISTS = '42P05'
const POOLER = ' (when DATABASE_URL is the address of a pooler, DATABASE_DIRECT_URL must bypass the pooler)'
