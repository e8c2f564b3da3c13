import type { ServerOptions } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../kernel/errors.ts'
import { refusal } from './problem.ts'

/** How long a client may take, in milliseconds. */
export type Timeouts = {
  /** From the first byte of a request, or from connecting, to the end of its headers. */
  headers: number
  /** To the end of the body. */
  request: number
  /** Of a connection on which nothing moves while a request is under way. */
  idle: number
  /** Of a connection between two requests; longer than the 60 s of common load balancers, so that they hang up first. */
  keep_alive: number
  /** From the start of closing until connections are cut. */
  close: number
}

export const defaultTimeouts: Timeouts = {
  headers: 15_000,
  request: 60_000,
  idle: 120_000,
  keep_alive: 72_000,
  close: 10_000,
}

/** Node's own part of the timeouts. Slow clients are looked for every second, by default it would be every 30 s. */
export function nodeOptions(timeouts: Timeouts): ServerOptions {
  return { headersTimeout: timeouts.headers, connectionsCheckingInterval: Math.min(1000, timeouts.headers) }
}

/** Answers what is no request at all: broken HTTP, headers without end, a client that stopped in the middle. */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Socket, request_id: string): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
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
      return new AppError('request_timeout', [{ detail: 'The request took too long to arrive.' }])
    case 'HPE_HEADER_OVERFLOW':
      return new AppError('headers_too_large', [{ detail: 'The request line and headers are larger than 16 KiB.' }])
    default:
      return new AppError('malformed_header', [{ detail: 'This is not a valid HTTP request.' }])
  }
}

/** On closing: connections end with the answer under way, and what still hangs after a while is cut. */
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
