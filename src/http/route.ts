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
    /** Who may use the route; registering one without it throws. */
    access?: Access
    /** What the route is about: sellers need its permission to read for GET, and to write for other methods. */
    area?: Area
    /** The permission that sellers need, where it does not follow from area and method; null where they need none. */
    permission?: Permission | null
    /** Requests that machines send continuously, such as probes, are not logged. */
    routine?: boolean
    /** Whether responses are compressed for clients that accept it. Only for those without a secret and of any size. */
    compressed?: boolean
    /** Whether the body may be missing, for the documentation; every other body is required. */
    optional_body?: boolean
    /** True if the store decides on unknown members of the body; without it they are refused in every store. */
    reports_unknown?: true
    /** Authorizes a request again, for responses that take longer than a token is valid; set when a route is registered. */
    guard?: Guard
    /** What the documentation uses: parts that are described otherwise than they are checked, the others as declared. */
    documented?: FastifySchema
  }
  interface FastifyRequest {
    /** The sender of the request. Throws on public routes. */
    readonly caller: Caller
    callerOrNull: Caller | null
    /** The network address of the client, as trusted proxies report it. */
    clientAddress: string
    /** The id that the audit log keeps: never the client's, unlike `id`. */
    ownId: string
    /** What a read must see. */
    readonly freshness: Freshness
    /** The cause of a response with status 5xx. */
    failure: unknown
  }
}

type RoutePreparation = {
  authenticate: Authenticate /** Whether routes that declare it compress. */
  compression: boolean
  /** Default: no store lets unknown members through. */
  reportsUnknown?: ReportsUnknown
}

const noStore: ReportsUnknown = async () => false

/** Adds guard and compression to a route that is being registered, and prepares its schema for validation and serialization. */
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

/** True if the store decides on unknown members of the body. */
export function isReporting({ config, schema }: Pick<RouteOptions, 'config' | 'schema'>): boolean {
  return config?.reports_unknown === true && (schema?.body ?? config.documented?.body) !== undefined
}

/** The permission that sellers need; null where they need none, undefined where the route does not declare it. */
export function permissionOf({
  config,
  method,
}: Pick<RouteOptions, 'config' | 'method'>): Permission | null | undefined {
  if (config?.permission !== undefined) return config.permission
  // Of what people do with their own access, whatever their roles are.
  if (config?.access === 'person') return null
  return config?.area === undefined ? undefined : permissionFor(config.area, [method].flat()[0] ?? 'GET')
}

/** If a route accepts several content types, only JSON is validated; the route parses the others. */
function jsonBody({ body, response }: FastifySchema): { body?: object } {
  if (body === undefined) return {}
  const { content } = body as { content?: Record<string, { schema: object }> }
  const shown = shownBy(response)
  if (content === undefined) return { body: withResponse(body as object, shown) }
  // JSON has several media types, so every parsed body is validated. Bodies that the route parses are null here.
  const json = content[JSON_TYPE]?.schema
  return json === undefined ? {} : { body: withResponse({ anyOf: [json, { type: 'null' }] }, shown) }
}

function shownBy(response: unknown): object | undefined {
  const [, schema] =
    Object.entries((response ?? {}) as Record<string, object>).find(([status]) => status.startsWith('2')) ?? []
  return schema
}

const JSON_TYPE = 'application/json'

// Error responses are sent serialized; a serializer for them would never be used.
function successResponses({ response }: FastifySchema): { response?: unknown } {
  if (response === undefined) return {}
  return {
    response: Object.fromEntries(Object.entries(response as object).filter(([status]) => !/^[45]/.test(status))),
  }
}
