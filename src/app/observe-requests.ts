import type { Server } from '../http/server.ts'
import { readTraceparent } from '../kernel/traceparent.ts'
import { inTraceOf } from '../tracing/request.ts'
import type { Observability } from './observability.ts'

/** Counts the responses of the API, and continues the trace of a request in the events that it causes. */
export function observeRequests(server: Server, { responded }: Pick<Observability, 'responded'>): void {
  // Directly before the handler, because reading the body loses the async context.
  server.addHook('preHandler', (request, _reply, done) => {
    const traceparent = readTraceparent(request.headers.traceparent)
    if (traceparent === null) done()
    else inTraceOf(traceparent, done)
  })
  server.addHook('onResponse', (request, reply, done) => {
    responded(operationOf(request.routeOptions.schema), reply.statusCode, reply.elapsedTime / 1000)
    done()
  })
}

function operationOf(schema: object | undefined): string | null {
  return schema !== undefined && 'operationId' in schema ? String(schema.operationId) : null
}
