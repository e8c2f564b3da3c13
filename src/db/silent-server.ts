import { Socket } from 'node:net'
import pg from 'pg'

/**
 * Destroys a connection in use on which the server has sent nothing for `patience` milliseconds, so that a network that
 * drops packets costs a statement and not the process. The driver's own `query_timeout` would leave the connection in
 * the pool, where it waits forever for the response to the old statement.
 */
export function destroyUnresponsive(pool: pg.Pool, patience: number): void {
  pool.on('connect', (client) => {
    const socket = socketOf(client)
    socket?.on('timeout', () => destroyUnlessRead(socket, patience))
  })
  pool.on('acquire', (client) => void socketOf(client)?.setTimeout(patience))
  pool.on('release', (_error, client) => void socketOf(client)?.setTimeout(0))
}

/** A process that has been busy or suspended finds time-outs before it has read the responses that are there. */
function destroyUnlessRead(socket: Socket, patience: number): void {
  const read = socket.bytesRead
  setImmediate(() => {
    if (socket.bytesRead > read || socket.timeout === 0) return
    const message = `PostgreSQL has not responded for ${patience / 1000} s`
    socket.destroy(Object.assign(new Error(message), { code: 'ETIMEDOUT' }))
  })
}

/** Connections that are closed get so long for their goodbyes. */
const GOODBYE_MS = 2_000
/** How long connections in use when the pool ends may take to finish; no caller waits for them any longer. */
const END_MS = 5_000

/** An end of the pool that leaves no socket behind: one whose peer is gone would keep the process alive. */
export function closeBehind(pool: pg.Pool): () => Promise<void> {
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
