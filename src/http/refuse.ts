import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, errorCatalog, routeNotFound } from '../kernel/errors.ts'
import { refuseNulInAddress } from './bodies/nul.ts'
import { dropBody, hasUnreadBody } from './bodies/unread-body.ts'
import { type IsUnavailable, refusal, toAppError } from './problem.ts'

export function installErrorHandlers(server: FastifyInstance, isUnavailable: IsUnavailable): void {
  server.setErrorHandler((error, request, reply) => refuse(error, request, reply, isUnavailable))
  server.setNotFoundHandler((request) => {
    throw routeError(server, request)
  })
  // Runs before the body is read, because errors of the body are irrelevant here.
  server.addHook('onRequest', async (request) => {
    refuseNulInAddress(request.url)
    if (request.is404) throw routeError(server, request)
  })
}

/** Sends the response to an error as text, so that no response schema applies. */
export function refuse(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  isUnavailable: IsUnavailable,
): FastifyReply {
  const known = toAppError(error, request, isUnavailable)
  if (errorCatalog[known.code].status >= 500) request.failure = known.cause ?? known
  const { status, headers, body } = refusal(known, request.id)
  const bytes = Buffer.from(JSON.stringify(body))
  reply.code(status).headers(headers).type('application/json; charset=utf-8')
  if (!hasUnreadBody(request.raw)) return reply.send(bytes)
  return reply.header('content-length', bytes.length).send(Readable.from(beforeClosing(bytes, request.raw)))
}

/**
 * Ends the response after the rest of the request body has been dropped. Closing a connection with unread data resets
 * it, and a client that writes its whole body before reading would see a network failure instead of the response.
 */
async function* beforeClosing(bytes: Buffer, request: IncomingMessage): AsyncGenerator<Buffer> {
  const dropped = dropBody(request)
  yield bytes
  await dropped
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

function routeError(server: FastifyInstance, request: FastifyRequest): AppError {
  const [path = ''] = request.url.split('?', 1)
  const requested = request.method === 'HEAD' ? 'GET' : request.method
  const allowed = METHODS.filter((method) => server.findRoute({ method, url: path }) !== null)
  if (allowed.length === 0 || allowed.some((method) => method === requested)) return routeNotFound()
  const detail = `This route does not support ${request.method}, only ${allowed.join(', ')}.`
  return new AppError('method_not_allowed', [{ detail }], { headers: { allow: allowed.join(', ') } })
}
