import type { Server } from '../http/server.ts'
import { readTraceparent } from '../kernel/traceparent.ts'
import { inTraceOf } from '../tracing/request.ts'
import type { Observability } from './observability.ts'

/** Counts what the API answers, and lets what a request sets off continue the trace that came with it. */
export function observeRequests(server: Server, { answered }: Pick<Observability, 'answered'>): void {
  // Right before the handler: reading the body leaves the context in which it was begun.
  server.addHook('preHandler', (request, _reply, done) => {
    const traceparent = readTraceparent(request.headers.traceparent)
    if (traceparent === null) done()
    else inTraceOf(traceparent, done)
  })
  server.addHook('onResponse', (request, reply, done) => {
    answered(operationOf(request.routeOptions.schema), reply.statusCode, reply.elapsedTime / 1000)
    done()
  })
}

function operationOf(schema: object | undefined): string | null {
  return schema !== undefined && 'operationId' in schema ? String(schema.operationId) : null
}
