import type pg from 'pg'

/** Connections on which a commit's wait for its synchronous standby was cancelled. */
const cancelled = new WeakSet<object>()

/**
 * Notes when a commit's wait for its standby is cancelled, for example by `pg_cancel_backend`. PostgreSQL then reports
 * success with a warning, although only the primary has the change and a failover may lose it.
 */
export function noteUnreplicated(client: pg.PoolClient): void {
  client.on('notice', ({ routine }) => {
    if (routine === 'SyncRepWaitForLSN') cancelled.add(client)
  })
}

/** Throws if the statement that just ended committed on the primary alone, because its outcome is not certain yet. */
export function expectReplicated(client: pg.PoolClient): void {
  if (!cancelled.delete(client)) return
  const message = 'The wait for a synchronous standby was cancelled: the commit may be on the primary only'
  throw Object.assign(new Error(message), { code: RESOLUTION_UNKNOWN })
}

const RESOLUTION_UNKNOWN = '08007'
