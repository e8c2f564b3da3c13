import type { FastifyReply, FastifyRequest } from 'fastify'

/** Writes one line when the request is over, also when the client went away before it was. */
export function logAtEnd(request: FastifyRequest, reply: FastifyReply): void {
  reply.raw.once('close', () => {
    const line = describeRequest(request, reply)
    if (request.failure) request.log.error({ ...line, error: describeError(request.failure) }, 'request failed')
    else if (!request.routeOptions.config.routine) request.log.info(line, 'request')
  })
}

// The route and not the address: queries and bodies may hold what nobody should read in a log.
function describeRequest(request: FastifyRequest, reply: FastifyReply) {
  const { url } = request.routeOptions
  return {
    method: request.method,
    ...(url === undefined ? { path: request.url.split('?', 1)[0]?.slice(0, 200) } : { route: url }),
    status: reply.raw.writableEnded ? reply.statusCode : 'aborted',
    ms: Math.round(reply.elapsedTime * 10) / 10,
    request_id: request.id,
    client_address: request.clientAddress,
    key_id: request.callerOrNull?.key_id ?? null,
    store_id: request.callerOrNull?.store_id ?? null,
  }
}

/** What a log may show of an error: a driver's error also holds the row or the statement, so its members are picked. */
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
