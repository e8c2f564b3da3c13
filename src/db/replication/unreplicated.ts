import type pg from 'pg'

/** Connections on which the wait of a commit for its synchronous standby was cancelled. */
const cancelled = new WeakSet<object>()

/**
 * Notes when the wait of a commit for its standby is cancelled, for example by `pg_cancel_backend`. PostgreSQL then reports
 * success with a warning: the change is on the primary alone, and a failover may lose it.
 */
export function noteUnreplicated(client: pg.PoolClient): void {
  client.on('notice', ({ routine }) => {
    if (routine === 'SyncRepWaitForLSN') cancelled.add(client)
  })
}

/** Throws when the statement that has just ended has committed on the primary alone: its outcome is not certain yet. */
export function expectReplicated(client: pg.PoolClient): void {
  if (!cancelled.delete(client)) return
  const message = 'The wait for a synchronous standby was cancelled: the commit may be on the primary only'
  throw Object.assign(new Error(message), { code: RESOLUTION_UNKNOWN })
}

const RESOLUTION_UNKNOWN = '08007'
