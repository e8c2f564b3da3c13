import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'

/** Bytes of a rejected body that are read and dropped. A client that sends more may see a connection reset. */
const MAX_DROPPED_BYTES = 268_435_456

/** Sockets that have received a response while their client still sends the body. */
const answered = new WeakSet<Socket>()

export function hasResponse(socket: Socket): boolean {
  return answered.has(socket)
}

/** True if part of the body is unread and small enough to read. */
export function hasUnreadBody({ headers, complete, readableEnded }: IncomingMessage): boolean {
  const length = Number(headers['content-length'] ?? 0)
  const hasBody = headers['transfer-encoding'] !== undefined || length > 0
  return hasBody && !complete && !readableEnded && length <= MAX_DROPPED_BYTES
}

/** Resolves when the rest of the body has been read and dropped. The request timeout limits the wait. */
export function dropBody(request: IncomingMessage): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const { socket } = request
  let dropped = 0
  answered.add(socket)
  const end = () => {
    answered.delete(socket)
    request.off('data', onData).off('end', end).off('close', end)
    resolve()
  }
  const onData = (chunk: Buffer) => {
    dropped += chunk.length
    if (dropped > MAX_DROPPED_BYTES) end()
  }
  request.on('data', onData).once('end', end).once('close', end)
  return promise
}
