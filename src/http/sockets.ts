import type { ServerOptions } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../kernel/errors.ts'
import { hasResponse } from './bodies/unread-body.ts'
import { refusal } from './problem.ts'

/** Time limits for clients, in milliseconds. */
export type Timeouts = {
  /** Time until the end of the headers, from the first byte of a request or from connecting. */
  headers: number
  request: number
  /** Maximum silence during a request. */
  idle: number
  /**
   * Maximum pause between two requests. Longer than the 60 s of common load balancers, so that they close the
   * connection first.
   */
  keep_alive: number
  /** Time from the start of shutdown until open connections are closed. */
  close: number
}

export const defaultTimeouts: Timeouts = {
  headers: 15_000,
  request: 60_000,
  idle: 120_000,
  keep_alive: 72_000,
  close: 10_000,
}

/** Timeouts that Node enforces. It checks for slow clients every second instead of every 30 s. */
export function nodeOptions(timeouts: Timeouts): ServerOptions {
  return { headersTimeout: timeouts.headers, connectionsCheckingInterval: Math.min(1000, timeouts.headers) }
}

/** Responds to invalid HTTP, oversized headers and incomplete requests. */
export function respondToBrokenRequest(error: Error & { code?: string }, socket: Socket, request_id: string): void {
  if (error.code === 'ECONNRESET' || !socket.writable || hasResponse(socket)) {
    socket.destroy()
    return
  }
  const { status, body } = refusal(toAppError(error.code), request_id)
  const text = JSON.stringify(body)
  const head = [
    `HTTP/1.1 ${status} ${body.errors[0]?.title}`,
    'connection: close',
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(text)}`,
    `x-request-id: ${request_id}`,
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${text}`, () => socket.destroy())
}

function toAppError(code: string | undefined): AppError {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new AppError('request_timeout', [{ detail: 'The request did not arrive in time.' }])
    case 'HPE_HEADER_OVERFLOW':
      return new AppError('headers_too_large', [{ detail: 'The request line and headers are larger than 16 KiB.' }])
    default:
      return new AppError('malformed_header', [{ detail: 'Invalid HTTP request.' }])
  }
}

/**
 * During shutdown, connections end after the in-flight response. Remaining connections are closed after
 * `timeouts.close`.
 */
export function closeGracefully(server: FastifyInstance, timeouts: Timeouts): void {
  let closing = false
  let cut: NodeJS.Timeout | undefined
  server.addHook('preClose', async () => {
    closing = true
    cut = setTimeout(() => server.server.closeAllConnections(), timeouts.close)
  })
  server.addHook('onSend', (_request, reply, _payload, done) => {
    if (closing) reply.header('connection', 'close')
    done()
  })
  server.addHook('onClose', async () => clearTimeout(cut))
}
