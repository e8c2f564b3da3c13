import type { IncomingHttpHeaders } from 'node:http'
import { errors } from 'jose'
import { LRUCache } from 'lru-cache'
import type { Database } from '../db/database.ts'
import type { Authenticate } from '../http/callers/authentication.ts'
import type { Caller } from '../http/callers/caller.ts'
import type { Clock } from '../kernel/clock.ts'
import { AppError, notFound } from '../kernel/errors.ts'
import { isUuid } from '../kernel/ids.ts'
import { isOfDeployment, OWNER_PERMISSIONS, type Permission, permissionsOf } from '../kernel/permissions.ts'
import type { Revocations } from './revocations.ts'
import { organizationOfStore } from './store.ts'
import type { Generations } from './tokens/generations.ts'
import { makeHolders } from './tokens/holders.ts'
import type { SigningKeys } from './tokens/signing-keys.ts'
import { type RolesByStore, type Session, type TokenGenerations, verifyToken } from './tokens/token.ts'

type AuthenticateDeps = {
  db: Database
  clock: Clock
  signingKeys: SigningKeys
  revocations: Revocations
  generations: Generations
}

/** Longer than any valid token; the longest is that of a person with 100 roles. */
const MAX_TOKEN_LENGTH = 12_288

/**
 * Resolves a token to its caller, store and logged-in shopper. Cached tokens and stores cost no database read; expiry
 * and revocation are checked on every call.
 */
export function makeAuthenticate(deps: AuthenticateDeps): Authenticate {
  const sessions = new LRUCache<string, KnownSession>({ max: 10_000 })
  const organizations = new LRUCache<string, string>({ max: 10_000 })
  const withHolders = makeHolders(deps)

  async function verified(token: string): Promise<KnownSession> {
    const known = toKnownSession(await verify(deps, token))
    sessions.set(token, known)
    return known
  }

  // Caching is safe because stores are never deleted and never move to another organization.
  async function ownStore(organization_id: string, store_id: string): Promise<boolean> {
    const owner = organizations.get(store_id) ?? (await organizationOfStore(deps.db, store_id))
    if (owner !== null) organizations.set(store_id, owner)
    return owner === organization_id
  }

  async function authenticate(token: string, headers: IncomingHttpHeaders): Promise<Caller> {
    const session = sessions.get(token) ?? (await verified(token))
    if (session.expires * 1000 <= deps.clock())
      throw unauthenticated('The access token has expired; request a new one.')
    if (deps.revocations.has(session.caller.key_id)) throw unauthenticated('The key of this access token was revoked.')
    if (!deps.generations.isValid(session.token_generations))
      throw unauthenticated('This access token has ended; log in again.')
    const named = namedStore(headers)
    const caller = named === undefined ? session.caller : await actOnStore(session, named, ownStore)
    return withHolders(caller, headers)
  }

  // A shopper who has logged in at a storefront sends both tokens joined by `~`, because clients there know only one
  // token.
  return (token, headers) => {
    const [access = '', customer] = token.split('~', 2)
    return authenticate(access, customer === undefined ? headers : { ...headers, 'x-customer-token': customer })
  }
}

const NOT_LOGGED_IN = { customer_id: null, account_id: null, account_member_id: null, account_token_generations: null }

type KnownSession = { expires: number; caller: Caller; roles: RolesByStore | null; token_generations: TokenGenerations }

function toKnownSession({ id, expires, person, permissions, ...holder }: Session): KnownSession {
  const token_generations = { [id]: 0, ...person?.token_generations }
  const caller = {
    ...holder,
    ...NOT_LOGGED_IN,
    session_id: id,
    person_id: person?.id ?? null,
    permissions: permissionsOfToken({ ...holder, person, permissions }),
    stores: person === null ? null : storesOf(person.roles),
  }
  return { expires, caller: Object.freeze(caller), roles: person?.roles ?? null, token_generations }
}

function permissionsOfToken({
  role,
  store_id,
  person,
  permissions,
}: Pick<Session, 'role' | 'store_id' | 'person' | 'permissions'>): ReadonlySet<Permission> {
  if (role === 'shopper') return NONE
  if (person !== null) return permissionsIn(person.roles, store_id)
  return permissions === null ? OWNER_PERMISSIONS : new Set(permissions)
}

function permissionsIn(roles: RolesByStore, store_id: string | null): ReadonlySet<Permission> {
  return permissionsOf([...(roles['*'] ?? []), ...((store_id === null ? undefined : roles[store_id]) ?? [])])
}

/** Returns the stores in which a person has a role; null for all stores of the organization. */
function storesOf(roles: RolesByStore): readonly string[] | null {
  if (isOfStores(permissionsIn(roles, null))) return null
  return Object.keys(roles).filter((store_id) => isOfStores(permissionsIn(roles, store_id)))
}

/** Permissions of the deployment grant nothing in any store. */
function isOfStores(permissions: ReadonlySet<Permission>): boolean {
  return [...permissions].some((permission) => !isOfDeployment(permission))
}

const NONE: ReadonlySet<Permission> = new Set()

async function verify(deps: AuthenticateDeps, token: string): Promise<Session> {
  if (token.length > MAX_TOKEN_LENGTH) throw unauthenticated('The access token was not issued by this server.')
  try {
    return await verifyToken(token, (kid) => findKey(deps.signingKeys, kid), deps.clock())
  } catch (cause) {
    if (cause instanceof errors.JWTExpired) throw unauthenticated('The access token has expired; request a new one.')
    if (cause instanceof errors.JOSEError) throw unauthenticated('The access token was not issued by this server.')
    throw cause
  }
}

async function findKey(signingKeys: SigningKeys, kid: string | undefined) {
  const key = await signingKeys.find(kid)
  if (key === undefined) throw unauthenticated('The access token was not issued by this server.')
  return key
}

function unauthenticated(detail: string): AppError {
  const headers = { 'www-authenticate': 'Bearer realm="tidings", error="invalid_token"' }
  return new AppError('unauthenticated', [{ detail, header: 'Authorization' }], { headers })
}

function namedStore(headers: IncomingHttpHeaders): string | undefined {
  const named = headers['x-store-id'] ?? headers['ep-store-id']
  return typeof named === 'string' ? named.trim().toLowerCase() : undefined
}

// A foreign store, or a store in which a person has no role, gets the same error as a missing store, so that callers
// cannot probe which stores exist.
async function actOnStore(
  { caller, roles }: KnownSession,
  store_id: string,
  ownStore: (organization_id: string, store_id: string) => Promise<boolean>,
): Promise<Caller> {
  if (caller.store_id === store_id) return caller
  if (caller.store_id !== null || !isUuid(store_id)) throw notFound('store')
  if (!(await ownStore(caller.organization_id, store_id))) throw notFound('store')
  if (roles === null) return { ...caller, store_id }
  const permissions = permissionsIn(roles, store_id)
  if (!isOfStores(permissions)) throw notFound('store')
  return { ...caller, store_id, permissions }
}
