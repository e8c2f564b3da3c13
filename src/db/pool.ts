import { CompiledQuery, Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Database, Tables } from './tables.ts'

pg.types.setTypeParser(pg.types.builtins.INT8, Number)

export type DatabaseOptions = { url: string; connections: number; onError: (error: Error) => void }

/** Opens a pool on PostgreSQL. Connections are made on demand; a lost idle connection is reported, not thrown. */
export function openDatabase(options: DatabaseOptions): Database {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.connections,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
    application_name: 'tidings',
  })
  // The server may hang up on what is being closed anyhow.
  pool.on('error', (error) => pool.ending || options.onError(error))
  // A connection lost between two statements of a transaction has no other listener; the next statement fails anyhow.
  pool.on('connect', (client) => client.on('error', () => {}))
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}

/** One statement of plain SQL with `$1` parameters, on the database or in a transaction. */
export async function query<Row>(db: Database, text: string, values: readonly unknown[]): Promise<Row[]> {
  const result = await db.executeQuery<Row>(CompiledQuery.raw(text, [...values]))
  return result.rows
}
