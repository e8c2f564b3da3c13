import type { Readable, Writable } from 'node:stream'
import pg from 'pg'
import { from, to } from 'pg-copy-streams'
import { type Executor, query } from './database.ts'
import { applySessionSettings } from './session-settings.ts'

/** A dedicated connection until it is closed, for COPY and for session state. */
export type CopySession = Executor & {
  copyOut(text: string): Copy<Readable>
  copyIn(text: string): Copy<Writable>
  /** Closes the connection, which rolls back an open transaction. */
  close(): Promise<void>
}

/** `rows()` returns the number of rows; call it after the stream has ended. */
type Copy<Stream> = { stream: Stream; rows(): Promise<number> }

/** Settings that would end a long transaction. */
const TIMEOUTS = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout']
const CONNECT_MS = 10_000

/** Connects. `url` must bypass a pooler, which could switch sessions between two statements. */
export async function openCopySession(url: string): Promise<CopySession> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'tidings backup',
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
  })
  // The current or next statement fails with the same error.
  client.on('error', () => {})
  await client.connect()
  const session: CopySession = {
    execute: (text, values) => client.query(text, [...values]),
    copyOut: (text) => copying(client, to(text)),
    copyIn: (text) => copying(client, from(text)),
    close: () => client.end(),
  }
  await applySessionSettings(client, false, CONNECT_MS)
  await query(session, `select set_config(name, '0', false) from pg_settings where name = any($1)`, [TIMEOUTS])
  return session
}

function copying<Stream extends pg.Submittable & { rowCount: number }>(client: pg.Client, copy: Stream): Copy<Stream> {
  return {
    stream: client.query(copy),
    async rows() {
      // The driver sets the count after the last row, so it is set when the next statement completes.
      await client.query('')
      return copy.rowCount
    },
  }
}
