import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, errorCatalogue } from '../kernel/errors.ts'
import { refuseNulInAddress } from './bodies/nul.ts'
import { type IsUnavailable, refusal, toAppError } from './problem.ts'

/** Answers everything that is thrown, and every address or method that does not exist. */
export function answerRefusals(server: FastifyInstance, isUnavailable: IsUnavailable): void {
  server.setErrorHandler((error, request, reply) => refuse(error, request, reply, isUnavailable))
  server.setNotFoundHandler((request) => {
    throw nothingHere(server, request)
  })
  // Before the body is read: what is wrong with it doesn't matter here.
  server.addHook('onRequest', async (request) => {
    refuseNulInAddress(request.url)
    if (request.is404) throw nothingHere(server, request)
  })
}

/** Sends the answer to an error. The text is ready made, so that no response schema can get in its way. */
export function refuse(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  isUnavailable: IsUnavailable,
): FastifyReply {
  const known = toAppError(error, request, isUnavailable)
  if (errorCatalogue[known.code].status >= 500) request.failure = known.cause ?? known
  const { status, headers, body } = refusal(known, request.id)
  return reply.code(status).headers(headers).type('application/json; charset=utf-8').send(JSON.stringify(body))
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

function nothingHere(server: FastifyInstance, request: FastifyRequest): AppError {
  const [path = ''] = request.url.split('?', 1)
  const asked = request.method === 'HEAD' ? 'GET' : request.method
  const allowed = METHODS.filter((method) => server.findRoute({ method, url: path }) !== null)
  if (allowed.length === 0 || allowed.some((method) => method === asked))
    return new AppError('not_found', [{ detail: 'Route not found.' }])
  const detail = `${request.method} is not possible here; ${allowed.join(', ')} is.`
  return new AppError('method_not_allowed', [{ detail }], { headers: { allow: allowed.join(', ') } })
}
