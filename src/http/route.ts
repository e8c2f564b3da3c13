import type { FastifySchema, RouteOptions } from 'fastify'
import { type Access, type Authenticate, makeGuard } from './authentication.ts'
import type { Caller } from './caller.ts'
import { withResponse } from './validation/known-members.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may use the route; registering one without it throws. */
    access?: Access
    /** Asked for all the time by machines: its requests are not worth a log line. */
    routine?: boolean
    /** The schema as it was declared, with the names that the documentation shows. */
    documented?: FastifySchema
  }
  interface FastifyRequest {
    /** Who sends the request. Throws on public routes. */
    readonly caller: Caller
    callerOrNull: Caller | null
    /** The network address of the client, read from what trusted proxies say. */
    clientAddress: string
    /** Why the request failed, when the fault is ours. */
    failure: unknown
  }
}

/** Prepares a route that is being registered: its guard, and its schema for validation and serialization. */
export function prepareRoute(route: RouteOptions, authenticate: Authenticate): void {
  const { access } = route.config ?? {}
  if (access === undefined) throw new Error(`${route.method} ${route.url} does not say who may use it (config.access).`)
  if (access !== 'public') route.onRequest = [makeGuard(access, authenticate), ...[route.onRequest ?? []].flat()]
  if (route.schema === undefined) return
  route.config = { ...route.config, documented: route.schema }
  route.schema = { ...route.schema, ...answers(route.schema), ...jsonBody(route.schema) }
}

/** Of a route that takes several types of body, only JSON is checked by its schema; the others are read by the route. */
function jsonBody({ body, response }: FastifySchema): { body?: object } {
  if (body === undefined) return {}
  const { content } = body as { content?: Record<string, { schema: object }> }
  const shown = shownBy(response)
  if (content === undefined) return { body: withResponse(body as object, shown) }
  // Not by its type, which has several names: whatever was parsed is checked. What the route reads itself was not.
  const json = content[JSON_TYPE]?.schema
  return json === undefined ? {} : { body: withResponse({ anyOf: [json, { type: 'null' }] }, shown) }
}

function shownBy(response: unknown): object | undefined {
  const [, schema] =
    Object.entries((response ?? {}) as Record<string, object>).find(([status]) => status.startsWith('2')) ?? []
  return schema
}

const JSON_TYPE = 'application/json'

// Errors are sent ready made; a serializer for them would never be used.
function answers({ response }: FastifySchema): { response?: unknown } {
  if (response === undefined) return {}
  return {
    response: Object.fromEntries(Object.entries(response as object).filter(([status]) => !/^[45]/.test(status))),
  }
}
