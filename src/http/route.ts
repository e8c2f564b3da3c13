import type { FastifySchema, RouteOptions } from 'fastify'
import type { Freshness } from '../kernel/freshness.ts'
import type { Area, Permission } from '../kernel/permissions.ts'
import { auditOf } from './audit.ts'
import { type Access, type Authenticate, type Guard, makeGuard, permissionFor } from './callers/authentication.ts'
import type { Caller } from './callers/caller.ts'
import { addCompression } from './compression/compress.ts'
import { withResponse } from './validation/known-members.ts'
import { addReporting, type ReportsUnknown } from './validation/report-unknown.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The callers that may use the route. Registering a route without it throws. */
    access?: Access
    /**
     * The subject of the route: sellers need its read permission for GET, and its write permission for other methods.
     */
    area?: Area
    /** The permission that sellers need, if it does not follow from area and method; null if they need none. */
    permission?: Permission | null
    /** True for frequent requests of machines, such as probes, which are not logged. */
    routine?: boolean
    /**
     * True if responses are compressed for clients that accept it. Only for responses without secrets that can be
     * large.
     */
    compressed?: boolean
    /** True if the body is optional. For the documentation, which lists every other body as required. */
    optional_body?: boolean
    /** True if the store decides on unknown members of the body. By default they are rejected in every store. */
    reports_unknown?: true
    /** Authorizes a request again, for responses that outlive a token. Set when a route is registered. */
    guard?: Guard
    /** Schemas for the documentation, for parts whose description differs from their validation. */
    documented?: FastifySchema
  }
  interface FastifyRequest {
    /** The sender of the request. Throws on public routes. */
    readonly caller: Caller
    callerOrNull: Caller | null
    /** The client's network address, as reported by trusted proxies. */
    clientAddress: string
    /** The id for the audit log, never chosen by the client, unlike `id`. */
    ownId: string
    readonly freshness: Freshness
    /** The cause of a response with status 5xx. */
    failure: unknown
  }
}

type RoutePreparation = {
  authenticate: Authenticate
  compression: boolean
  /** Default: no store accepts unknown members. */
  reportsUnknown?: ReportsUnknown
}

const noStore: ReportsUnknown = async () => false

/**
 * Adds guard and compression to a route that is being registered, and prepares its schema for validation and
 * serialization.
 */
export function prepareRoute(
  route: RouteOptions,
  { authenticate, compression, reportsUnknown = noStore }: RoutePreparation,
): void {
  const { access } = route.config ?? {}
  if (access === undefined) throw new Error(`${route.method} ${route.url} does not declare its access (config.access).`)
  if (access !== 'public') {
    const permission = permissionOf(route)
    if (permission === undefined)
      throw new Error(`${route.method} ${route.url} does not declare its area or permission (config.area).`)
    const guard = makeGuard(access, permission, authenticate, auditOf(route))
    route.onRequest = [guard, ...[route.onRequest ?? []].flat()]
    route.config = { ...route.config, guard }
  }
  if (compression && route.config?.compressed === true) addCompression(route)
  if (isReporting(route)) addReporting(route, reportsUnknown)
  if (route.schema === undefined) return
  route.config = { ...route.config, documented: { ...route.schema, ...route.config?.documented } }
  route.schema = { ...route.schema, ...successResponses(route.schema), ...jsonBody(route.schema) }
}

export function isReporting({ config, schema }: Pick<RouteOptions, 'config' | 'schema'>): boolean {
  return config?.reports_unknown === true && (schema?.body ?? config.documented?.body) !== undefined
}

/** The permission that sellers need; null if they need none, undefined if the route does not declare it. */
export function permissionOf({
  config,
  method,
}: Pick<RouteOptions, 'config' | 'method'>): Permission | null | undefined {
  if (config?.permission !== undefined) return config.permission
  // People always manage their own access, whatever their roles are.
  if (config?.access === 'person') return null
  return config?.area === undefined ? undefined : permissionFor(config.area, [method].flat()[0] ?? 'GET')
}

/** If a route accepts several content types, only JSON is validated; the route parses the others. */
function jsonBody({ body, response }: FastifySchema): { body?: object } {
  if (body === undefined) return {}
  const { content } = body as { content?: Record<string, { schema: object }> }
  const success = successSchema(response)
  if (content === undefined) return { body: withResponse(body as object, success) }
  // JSON has several media types, so every parsed body is validated. Bodies that the route parses are null here.
  const json = content[JSON_TYPE]?.schema
  return json === undefined ? {} : { body: withResponse({ anyOf: [json, { type: 'null' }] }, success) }
}

function successSchema(response: unknown): object | undefined {
  const [, schema] =
    Object.entries((response ?? {}) as Record<string, object>).find(([status]) => status.startsWith('2')) ?? []
  return schema
}

const JSON_TYPE = 'application/json'

// Skips error responses, which are sent serialized, so a serializer for them would never be used.
function successResponses({ response }: FastifySchema): { response?: unknown } {
  if (response === undefined) return {}
  return {
    response: Object.fromEntries(Object.entries(response as object).filter(([status]) => !/^[45]/.test(status))),
  }
}
