import type { FastifyRequest, RouteOptions } from 'fastify'
import type { Actor, NamedResource } from '../kernel/requester.ts'
import type { RequesterOf } from './callers/authentication.ts'
import type { Caller } from './callers/caller.ts'
import { onlyReads } from './methods.ts'

const MAX_USER_AGENT_LENGTH = 256

/** Names the requester of a route's operation for the audit log. Null for routes that read or have no operation id. */
export function auditOf({ method, url, schema }: RouteOptions): RequesterOf {
  const { operationId: operation, response } = (schema ?? {}) as { operationId?: string; response?: object }
  const reads = [method].flat().every(onlyReads)
  if (operation === undefined || reads) return () => null
  const result_type = typeIn(response)
  const parameters = url.match(/(?<=:)\w+_id\b/g) ?? []
  return (caller, request) => {
    if (caller.role !== 'seller') return null
    return {
      actor: actorOf(caller),
      operation,
      result_type,
      path: parameters.map((parameter) => namedBy(parameter, request)),
      request_id: request.ownId,
      address: request.clientAddress,
      user_agent: request.headers['user-agent']?.slice(0, MAX_USER_AGENT_LENGTH) ?? null,
    }
  }
}

type ResourceSchema = { properties?: { data?: { properties?: { type?: { const?: unknown } } } } }

/** The type of the resource in a successful response; null if there is none or several. */
function typeIn(response: object = {}): string | null {
  const [, schema] = Object.entries(response).find(([status]) => status.startsWith('2')) ?? []
  const type = (schema as ResourceSchema | undefined)?.properties?.data?.properties?.type?.const
  return typeof type === 'string' ? type : null
}

function actorOf({ person_id, key_id }: Caller): Actor {
  return person_id === null ? { type: 'key', id: key_id } : { type: 'person', id: person_id, session_id: key_id }
}

/** Lowercased, since the ids are not validated yet. */
function namedBy(parameter: string, { params }: FastifyRequest): NamedResource {
  const id = (params as Readonly<Record<string, string>>)[parameter] ?? ''
  return { type: parameter.replace(/_id$/, ''), id: id.toLowerCase() }
}
