import { networkOf } from '../../http/callers/client-address.ts'
import type { Server } from '../../http/server.ts'
import { countUnknown } from '../../http/validation/ignored-members.ts'
import { inRequest } from '../../kernel/flow/request-context.ts'
import { readTraceparent } from '../../kernel/traceparent.ts'
import type { Observability } from './observability.ts'

/**
 * Counts API responses, passes the trace of a request on to its events, and identifies the client of its database
 * reads.
 */
export function observeRequests(
  server: Server,
  { responded, droppedUnknown, shop }: Pick<Observability, 'responded' | 'droppedUnknown' | 'shop'>,
): void {
  server.addHook('onRequest', (request, _reply, done) => {
    inRequest({ client: networkOf(request.clientAddress), traceparent: null }, done)
  })
  // Runs directly before the handler, because reading the body loses the async context.
  server.addHook('preHandler', (request, _reply, done) => {
    const client = request.callerOrNull?.organization_id ?? networkOf(request.clientAddress)
    inRequest({ client, traceparent: readTraceparent(request.headers.traceparent) }, done)
  })
  server.addHook('onResponse', (request, reply, done) => {
    const seconds = reply.elapsedTime / 1000
    const operation = operationOf(request.routeOptions.schema)
    responded(operation, reply.statusCode, seconds)
    const unknown = countUnknown(request.body)
    if (unknown > 0) droppedUnknown(operation, unknown)
    const resource = storefrontResource(request.routeOptions.url)
    if (resource !== null) shop.storefrontResponded(resource, seconds)
    done()
  })
}

function operationOf(schema: object | undefined): string | null {
  return schema !== undefined && 'operationId' in schema ? String(schema.operationId) : null
}

/** Returns the first segment of a route's path below the storefront, one of about thirty; null for other routes. */
function storefrontResource(route: string | undefined): string | null {
  const [, storefront, resource] = route?.split('/') ?? []
  if (storefront !== 'storefront') return null
  return resource === undefined || resource === '' || resource === '*' ? 'root' : resource
}
