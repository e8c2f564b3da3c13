import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../../kernel/errors.ts'
import type { Area, Permission } from '../../kernel/permissions.ts'
import type { Requester } from '../../kernel/requester.ts'
import { onlyReads } from '../methods.ts'
import { type Caller, ownAccount, ownCustomer } from './caller.ts'

/**
 * The callers that may use a route. Sellers may use all routes except those of a `person`, who has logged in.
 * `customer` admits the customer that `:customer_id` in the path names.
 */
export type Access = 'public' | 'shopper' | 'customer' | 'account' | 'seller' | 'person'

/**
 * Identifies the caller and its store. Throws `unauthenticated`, or `not_found` for a store that is not the caller's.
 */
export type Authenticate = (token: string, headers: IncomingHttpHeaders) => Promise<Caller>

/** The author of a change. Null if the audit log has no entry: for reads and for all requests of shoppers. */
export type RequesterOf = (caller: Caller, request: FastifyRequest) => Requester | null

/** The permission that a seller needs for a method on resources of this area. */
export function permissionFor(area: Area, method: string): Permission {
  return `${area}:${onlyReads(method) ? 'read' : 'write'}`
}

/** Identifies the caller of a request. Throws if the caller may not use the route, or no longer may. */
export type Guard = (request: FastifyRequest) => Promise<void>

/** The hook that authenticates and authorizes callers, before the body is read. */
export function makeGuard(
  access: Exclude<Access, 'public'>,
  permission: Permission | null,
  authenticate: Authenticate,
  requesterOf: RequesterOf,
): Guard {
  return async (request) => {
    const known = await authenticate(bearerToken(request.headers.authorization), request.headers)
    const requested_by = requesterOf(known, request)
    const caller = requested_by === null ? known : { ...known, requested_by }
    request.callerOrNull = caller
    if (access === 'seller' && caller.role !== 'seller') throw forbidden(NEEDS_SELLER)
    if (access === 'person' && caller.person_id === null) throw forbidden(NEEDS_PERSON)
    if (permission !== null && caller.role === 'seller' && !caller.permissions.has(permission))
      throw forbidden(lacks(permission, caller))
    if (access === 'customer') ownCustomer(caller, request.params)
    if (access === 'account') ownAccount(caller, request.params)
  }
}

// Widely used clients send `Bearer: TOKEN`, or only the access token, which is a JWT.
const BEARER = /^bearer(?::[ \t]*|[ \t]+)([^\s]+)[ \t]*$/i
const JWT = /^[\w-]+\.[\w-]+\.[\w-]+$/

function bearerToken(header: string | undefined): string {
  const token = BEARER.exec(header ?? '')?.[1]
  if (token !== undefined) return token
  if (header !== undefined && JWT.test(header)) return header
  const detail =
    header === undefined
      ? 'The header Authorization is missing. Send `Authorization: Bearer ACCESS_TOKEN`.'
      : 'The header Authorization must be `Bearer ACCESS_TOKEN`.'
  throw new AppError('unauthenticated', [{ detail, header: 'Authorization' }])
}

const NEEDS_SELLER = 'This operation requires a seller token (grant_type client_credentials), not a shopper token.'

const NEEDS_PERSON =
  'This operation requires the token of a person who has logged in (POST /v2/sessions), not that of a key.'

function lacks(permission: Permission, { person_id, store_id }: Caller): string {
  if (person_id === null)
    return `This operation requires the permission \`${permission}\`, which the key does not have.`
  const where = store_id === null ? ' for the organization; a role in a store needs the header X-Store-Id' : ''
  return `This operation requires the permission \`${permission}\`, which none of your roles has${where}.`
}

function forbidden(detail: string): AppError {
  const headers = { 'www-authenticate': 'Bearer realm="tidings", error="insufficient_scope"' }
  return new AppError('forbidden', [{ detail }], { headers })
}
