import { LRUCache } from 'lru-cache'
import pg from 'pg'
import type { Client } from './database.ts'
import { ask } from './run-statement.ts'

/** Limits the names, because statements name partitions and a new partition is created every day or hour. */
const MAX_NAMES = 1_000

/** Statements to prepare, with the name that each has on every connection. */
const names = new LRUCache<string, string>({ max: MAX_NAMES })
let named = 0

/**
 * Marks a frequent statement with a constant text: each connection parses it once, and plans it once if the plan does
 * not depend on the values. Returns the text. Name the columns, since the type of `*` may change.
 */
export function prepared(text: string): string {
  if (names.has(text)) return text
  names.set(text, `tidings_${named}`)
  named += 1
  return text
}

/** Statement with named parameters. */
export type Statement<Name extends string> = {
  /** Text with `$1` parameters. */
  text: string
  /** Returns the values in the order of the parameters. */
  bind(values: Readonly<Record<Name, unknown>>): unknown[]
}

/** Numbers the parameters of a text, which writes each as `:name`. Throws unless the text has exactly these names. */
export function statement<const Name extends string>(names: readonly Name[], text: string): Statement<Name> {
  const numbers = new Map<string, number>(names.map((name, index) => [name, index + 1]))
  const unused = new Set<string>(names)
  const numbered = text.replace(PARAMETER, (_, name: string) => {
    unused.delete(name)
    const number = numbers.get(name)
    if (number === undefined) throw new Error(`The statement has the unknown parameter ${name}.`)
    return `$${number}`
  })
  if (unused.size > 0) throw new Error(`The statement lacks the parameters ${[...unused].join(', ')}.`)
  return { text: numbered, bind: (values) => names.map((name) => values[name]) }
}

/** A colon, unless it is the second one of a cast. */
const PARAMETER = /(?<!:):([a-z_]+)/g

/** Same as `statement`, for a text to prepare. */
export function preparedStatement<const Name extends string>(names: readonly Name[], text: string): Statement<Name> {
  const made = statement(names, text)
  prepared(made.text)
  return made
}

/** Parameters for columns of the same names, such as `:id, :owner_id`. */
export function parameters(names: readonly string[]): string {
  return names.map((name) => `:${name}`).join(', ')
}

/** Assignments of parameters to columns of the same names, such as `name = :name, items = :items`. */
export function assignments(names: readonly string[]): string {
  return names.map((name) => `${name} = :${name}`).join(', ')
}

/** Prepares marked statements on the client, unless a pooler gives each transaction another session. */
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

/** The type of a column has changed. The connection would fail again with each use of the prepared statement. */
const RESULT_TYPE_CHANGED = '0A000'
const NO_SUCH_STATEMENT = '26000'
const STATEMENT_EXISTS = '42P05'
const POOLER = ' (when DATABASE_URL is the address of a pooler, DATABASE_DIRECT_URL must bypass the pooler)'
