import pg from 'pg'
import { FairQueue } from '../kernel/flow/fair-queue.ts'
import { currentRequest } from '../kernel/flow/request-context.ts'
import { type Client, type Database, databaseOf, type Pool } from './database.ts'
import { preparing } from './prepared.ts'
import { noteUnreplicated } from './replication/unreplicated.ts'
import { applySessionSettings } from './session-settings.ts'
import { closeBehind, destroyUnresponsive } from './silent-server.ts'
import { isReadOnly } from './unreachable.ts'

pg.types.setTypeParser(pg.types.builtins.INT8, Number)

export type DatabaseOptions = {
  url: string
  connections: number
  /** Whether a pooler stands between, which gives each transaction any session: nothing can be kept in one. */
  pooled?: boolean
  /** Milliseconds without a byte from the server after which a running statement is abandoned with its connection. */
  patience?: number
  /** Milliseconds within which a connection must be there, new or free. */
  connect_within?: number
  /** Seconds after which a connection is closed when it is free: it keeps every statement that was prepared on it. */
  lifetime_seconds?: number
  /** An idle connection was lost. */
  onError: (error: Error) => void
  /** Any connection was lost; the outcome of a statement that was running on it is unknown. */
  onLost?: () => void
}

const PATIENCE_MS = 10_000
/** An hour's plans of statements that name partitions. A new connection costs some milliseconds. */
const LIFETIME_SECONDS = 3_600
/** A peer that is gone without a word is noticed on an idle connection within twice this time. */
const KEEP_ALIVE_MS = 10_000

/** Opens a pool on PostgreSQL. Connections are made on demand; a lost idle connection is reported, not thrown. */
export function openDatabase(options: DatabaseOptions): Database {
  return databaseOf(openConnections(options))
}

/** The connections of `openDatabase`. */
export function openConnections(options: DatabaseOptions): Pool {
  const { url, connections, pooled = false, patience = PATIENCE_MS, onError, onLost = () => {} } = options
  const { lifetime_seconds = LIFETIME_SECONDS, connect_within = Math.min(patience, PATIENCE_MS) } = options
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
  // The server may hang up on what is being closed anyhow.
  pool.on('error', (error) => pool.ending || onError(error))
  // A connection lost between two statements of a transaction has no other listener; the next statement fails anyhow.
  pool.on('connect', (client) => client.on('error', onLost))
  pool.on('connect', noteUnreplicated)
  destroyUnresponsive(pool, patience)
  const connect = shareConnections(forgetReadOnly(pool, pooled), connections, connect_within)
  return { connect, end: closeBehind(pool) }
}

/**
 * While all connections are in use, clients take turns, after the process itself, which stores the events of all. A quarter of
 * the connections is not for one client alone, so that another one need not wait for its long statements.
 */
function shareConnections(
  connect: () => Promise<Client>,
  connections: number,
  patience: number,
): () => Promise<Client> {
  const queue = new FairQueue({
    at_once: connections,
    at_once_of_one: connections - Math.floor(connections / 4),
    waiting_of_one: MAX_WAITING_OF_ONE,
    waiting: Infinity,
    patience: { first: patience, later: patience },
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

/** Statements of one client. */
const MAX_WAITING_OF_ONE = 200
/** As the driver says it. */
const NO_CONNECTION = 'timeout exceeded when trying to connect'

/**
 * What takes connections from the pool. Once a statement finds its server to take no writes, no connection made before is
 * used again: an old primary keeps its connections after a failover, and only new ones find the new primary.
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
