import type { FastifyReply, FastifyRequest } from 'fastify'

/** Logs one line when the request has ended, or the client has disconnected. */
export function logAtEnd(request: FastifyRequest, reply: FastifyReply): void {
  reply.raw.once('close', () => {
    const line = describeRequest(request, reply)
    if (request.failure) request.log.error({ ...line, error: describeError(request.failure) }, 'request failed')
    else if (!request.routeOptions.config.routine) request.log.info(line, 'request')
  })
}

// Logs the route instead of the URL, because queries may contain personal data or secrets.
function describeRequest(request: FastifyRequest, reply: FastifyReply) {
  const { url } = request.routeOptions
  return {
    method: request.method,
    ...(url === undefined ? { path: request.url.split('?', 1)[0]?.slice(0, 200) } : { route: url }),
    status: reply.raw.writableEnded ? reply.statusCode : 'aborted',
    ms: Math.round(reply.elapsedTime * 10) / 10,
    request_id: request.id,
    ...(request.ownId !== request.id && { own_request_id: request.ownId }),
    client_address: request.clientAddress,
    key_id: request.callerOrNull?.key_id ?? null,
    store_id: request.callerOrNull?.store_id ?? null,
  }
}

/** The members of an error that may be logged. Errors of the driver also contain rows or statements. */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) }
  return {
    type: error.name,
    message: error.message,
    ...('code' in error ? { code: error.code } : {}),
    stack: error.stack,
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  }
}
