import { Socket } from 'node:net'
import pg from 'pg'

/**
 * Destroys a busy connection if the server has sent nothing for `timeout_ms` milliseconds, so that a network that drops
 * packets fails a statement and not the process. The driver's `query_timeout` would leave the connection in the pool,
 * waiting forever for the old statement's response.
 */
export function destroyUnresponsive(pool: pg.Pool, timeout_ms: number): void {
  pool.on('connect', (client) => {
    const socket = socketOf(client)
    socket?.on('timeout', () => destroyUnlessRead(socket, timeout_ms))
  })
  pool.on('acquire', (client) => void socketOf(client)?.setTimeout(timeout_ms))
  pool.on('release', (_error, client) => void socketOf(client)?.setTimeout(0))
}

/** After a process was busy or suspended, timeouts expire before responses that have already arrived are read. */
function destroyUnlessRead(socket: Socket, timeout_ms: number): void {
  const read = socket.bytesRead
  setImmediate(() => {
    if (socket.bytesRead > read || socket.timeout === 0) return
    const message = `PostgreSQL has not responded for ${timeout_ms / 1000} s`
    socket.destroy(Object.assign(new Error(message), { code: 'ETIMEDOUT' }))
  })
}

/** Time for closing connections to terminate cleanly. */
const GOODBYE_MS = 2_000
/** Time for busy connections to finish after the pool has ended. No caller waits longer. */
const END_MS = 5_000

/** Ends a pool and destroys all its sockets, because a socket with a lost peer would keep the process alive. */
export function endPool(pool: pg.Pool): () => Promise<void> {
  const open = new Set<Socket>()
  pool.on('connect', (client) => {
    const socket = socketOf(client)
    if (socket === null) return
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  return async () => {
    const destroy = () => {
      for (const socket of open) socket.destroy()
    }
    const late = setTimeout(destroy, END_MS)
    await pool.end()
    clearTimeout(late)
    setTimeout(destroy, GOODBYE_MS).unref()
  }
}

function socketOf(client: pg.PoolClient): Socket | null {
  const stream = client instanceof pg.Client ? client.connection.stream : null
  return stream instanceof Socket ? stream : null
}
