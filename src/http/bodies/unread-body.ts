import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'

/** Bytes of a refused body that are read and dropped; a client that sends more may see a reset connection. */
const MAX_DROPPED_BYTES = 268_435_456

/** Sockets whose client has a response and has not sent all of the body yet. */
const answered = new WeakSet<Socket>()

export function isAnswered(socket: Socket): boolean {
  return answered.has(socket)
}

/** Whether the body has a part that was not read and is worth reading. */
export function hasUnreadBody({ headers, complete, readableEnded }: IncomingMessage): boolean {
  const length = Number(headers['content-length'] ?? 0)
  const hasBody = headers['transfer-encoding'] !== undefined || length > 0
  return hasBody && !complete && !readableEnded && length <= MAX_DROPPED_BYTES
}

/** Resolves once the rest of the body is read and dropped. The time-out of the request bounds how long this takes. */
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
