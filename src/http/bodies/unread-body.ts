import type { IncomingMessage } from 'node:http'

/** Bytes of a refused body that are read and dropped; a client that sends more may see a reset connection. */
const MAX_DROPPED_BYTES = 67_108_864

/**
 * Calls back once the rest of the body of a refused request is read and dropped. A connection that closes with unread data is
 * reset, and a client that writes its whole body before it reads would see a network failure instead of the response. The
 * time-out of the request bounds how long this takes.
 */
export function dropBody(request: IncomingMessage, onDropped: () => void): void {
  const { headers, complete, readableEnded } = request
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
  if (complete || readableEnded || !hasBody) onDropped()
  else drop(request, onDropped)
}

function drop(request: IncomingMessage, onDropped: () => void): void {
  let dropped = 0
  const end = () => {
    request.off('data', onData).off('end', end).off('close', end)
    onDropped()
  }
  const onData = (chunk: Buffer) => {
    dropped += chunk.length
    if (dropped > MAX_DROPPED_BYTES) end()
  }
  request.on('data', onData).once('end', end).once('close', end)
}
