import pg from 'pg'
import { FairQueue } from '../kernel/flow/fair-queue.ts'
import { currentRequest } from '../kernel/flow/request-context.ts'
import { type Client, type Database, databaseOf, type Pool } from './database.ts'
import { preparing } from './prepared.ts'
import { noteUnreplicated } from './replication/unreplicated.ts'
import { applySessionSettings } from './session-settings.ts'
import { destroyUnresponsive, endPool } from './silent-server.ts'
import { isReadOnly } from './unreachable.ts'

pg.types.setTypeParser(pg.types.builtins.INT8, Number)

export type DatabaseOptions = {
  url: string
  connections: number
  /**
   * True if the connection passes through a pooler, which gives each transaction any session, so that sessions keep no
   * state.
   */
  pooled?: boolean
  /** Milliseconds without a byte from the server after which a running statement and its connection are abandoned. */
  timeout_ms?: number
  /** Milliseconds to wait for a connection, new or idle. */
  connect_within?: number
  /** Seconds after which an idle connection is closed, because it keeps every statement that was prepared on it. */
  lifetime_seconds?: number
  onError: (error: Error) => void
  /** Called when any connection is lost. The outcome of a statement running on it is unknown. */
  onLost?: () => void
}

const TIMEOUT_MS = 10_000
/**
 * Limits the plans that a connection keeps to an hour's, since statements name partitions. Reconnecting costs a few
 * milliseconds.
 */
const LIFETIME_SECONDS = 3_600
/** Idle connections detect a silently lost peer within twice this time. */
const KEEP_ALIVE_MS = 10_000

/** Opens a pool for PostgreSQL. Connects on demand. Reports a lost idle connection instead of throwing. */
export function openDatabase(options: DatabaseOptions): Database {
  return databaseOf(openConnections(options))
}

/** The connections of `openDatabase`. */
export function openConnections(options: DatabaseOptions): Pool {
  const { url, connections, pooled = false, timeout_ms = TIMEOUT_MS, onError, onLost = () => {} } = options
  const { lifetime_seconds = LIFETIME_SECONDS, connect_within = Math.min(timeout_ms, TIMEOUT_MS) } = options
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: connect_within,
    idleTimeoutMillis: 30_000,
    maxLifetimeSeconds: lifetime_seconds,
    application_name: 'tidings',
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    onConnect: (client) => applySessionSettings(client, pooled, connect_within),
  })
  // Errors of connections that are being closed do not matter.
  pool.on('error', (error) => pool.ending || onError(error))
  // A connection lost between two statements of a transaction needs a listener. The next statement fails anyway.
  pool.on('connect', (client) => client.on('error', onLost))
  pool.on('connect', noteUnreplicated)
  destroyUnresponsive(pool, timeout_ms)
  const connect = shareConnections(forgetReadOnly(pool, pooled), connections, connect_within)
  return { connect, end: endPool(pool) }
}

/**
 * When all connections are in use, the process itself goes first, since it stores the events of all clients; then
 * clients are served by round robin. One client may use three quarters of the connections, so that its long statements
 * do not block others.
 */
function shareConnections(
  connect: () => Promise<Client>,
  connections: number,
  timeout_ms: number,
): () => Promise<Client> {
  const queue = new FairQueue({
    at_once: connections,
    at_once_of_one: connections - Math.floor(connections / 4),
    waiting_of_one: MAX_WAITING_OF_ONE,
    waiting: Infinity,
    timeout_ms: { first: timeout_ms, later: timeout_ms },
    refuse: () => new Error(NO_CONNECTION),
  })
  return async () => {
    const owner_id = currentRequest().client
    const leave = await queue.enter({ owner_id, priority: owner_id === null ? 'first' : 'later' })
    try {
      const { execute, session, release } = await connect()
      return {
        execute,
        session,
        release(close) {
          release(close)
          leave()
        },
      }
    } catch (error) {
      leave()
      throw error
    }
  }
}

const MAX_WAITING_OF_ONE = 200
/** The driver's message. */
const NO_CONNECTION = 'timeout exceeded when trying to connect'

/**
 * Takes connections from the pool. After a statement finds its server read-only, discards all connections made before,
 * because an old primary keeps its connections after a failover and only new connections reach the new primary.
 */
function forgetReadOnly(pool: pg.Pool, pooled: boolean) {
  const made = new WeakMap<object, number>()
  let generation = 0
  pool.on('connect', (client) => made.set(client, generation))
  return async (): Promise<Client> => {
    for (;;) {
      const client = await pool.connect()
      if (made.get(client) !== generation) {
        client.release(true)
        continue
      }
      return preparing(client, pooled, (error) => {
        if (isReadOnly(error) && made.get(client) === generation) generation += 1
      })
    }
  }
}
