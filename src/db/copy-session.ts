import type { Readable, Writable } from 'node:stream'
import pg from 'pg'
import { from, to } from 'pg-copy-streams'
import { type Executor, query } from './database.ts'
import { applySessionSettings } from './session-settings.ts'

/** One connection that stays the same until it is closed, for COPY and for what belongs to a session. */
export type CopySession = Executor & {
  /** Runs `copy … to stdout`. */
  copyOut(text: string): Copy<Readable>
  /** Runs `copy … from stdin`. */
  copyIn(text: string): Copy<Writable>
  /** Closes the connection, and with it an open transaction. */
  close(): Promise<void>
}

/** `rows` is the number of rows, to be called once the stream has ended. */
type Copy<Stream> = { stream: Stream; rows(): Promise<number> }

/** What a session may be set to that would end a long transaction. */
const TIMEOUTS = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout']
const CONNECT_MS = 10_000

/** Connects. `url` must bypass a pooler, which could change the session between two statements. */
export async function openCopySession(url: string): Promise<CopySession> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'tidings backup',
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
  })
  // The statement that runs, or the next one, fails with the same error.
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
      // The count comes after the last row: the next statement begins when it is there.
      await client.query('')
      return copy.rowCount
    },
  }
}
