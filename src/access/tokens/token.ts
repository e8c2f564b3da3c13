import type { KeyObject } from 'node:crypto'
import { type JWTPayload, jwtVerify, SignJWT } from 'jose'
import { newId } from '../../db/new-id.ts'
import type { Owner } from '../../kernel/owner.ts'
import type { Permission, Role } from '../../kernel/permissions.ts'

/** Organization of a deployment key: no organization has this id, so that the key finds nothing in any of them. */
export const NO_ORGANIZATION = '00000000-0000-0000-0000-000000000000'

/** Lifetime of an access token of a key, in seconds. @operator */
export const TOKEN_LIFETIME_SECONDS = 3600

/** Roles of a person by store id; those under `*` apply to the organization and all its stores. */
export type RolesByStore = Readonly<Record<string, readonly Role[]>>

/** Contents of an access token: its key or session, its owner, and its permissions. */
export type Session = Owner & {
  id: string
  /** Id of the key, or of the person's session, that the token was issued to. */
  key_id: string
  role: 'seller' | 'shopper'
  /** Permissions of a seller's key; null for all of its store or organization. */
  permissions: readonly Permission[] | null
  person: PersonOfToken | null
  /** Seconds since the epoch. */
  expires: number
}

/**
 * The logged-in person. The token is valid while each of these generations, such as those of the session and the
 * person, is the latest.
 */
export type PersonOfToken = { id: string; roles: RolesByStore; token_generations: TokenGenerations }

/** Generations by holder id when the token was issued; it is valid until any of them is raised. */
export type TokenGenerations = Readonly<Record<string, number>>

export type SigningKey = { id: string; secret: KeyObject; created_at: number }

// Only access tokens have this type among all JWTs signed with these keys.
const TYPE = 'at+jwt'

/** Lifetime of a storefront shopper's token, in seconds; a cart without a log-in is kept as long. @operator */
export const SHOPPER_TOKEN_LIFETIME_SECONDS = 604_800

/** Lifetime of an access token of a person, in seconds; the session of the person issues new tokens. @operator */
export const PERSON_TOKEN_LIFETIME_SECONDS = 600

type NewSession = Omit<Session, 'id' | 'expires' | 'permissions' | 'person'> &
  Partial<Pick<Session, 'permissions' | 'person'>>

/** Signs a token with a lifetime in seconds. */
export async function signToken(key: SigningKey, session: NewSession, now: number, lifetime = TOKEN_LIFETIME_SECONDS) {
  const issued = Math.floor(now / 1000)
  const expires = issued + lifetime
  const { organization_id: org, store_id: store, role, permissions: may = null, person = null } = session
  const claims = { org, store, role, ...(may === null ? {} : { may }), ...(person === null ? {} : { person }) }
  const access_token = await new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256', kid: key.id, typ: TYPE })
    .setSubject(session.key_id)
    .setIssuedAt(issued)
    .setExpirationTime(expires)
    .setJti(newId(now))
    .sign(key.secret)
  return { access_token, expires }
}

/** Verifies a token. Throws jose's errors if it is invalid or expired, and the errors of `findKey`. */
export async function verifyToken(
  token: string,
  findKey: (kid: string | undefined) => Promise<KeyObject>,
  now: number,
): Promise<Session> {
  const { payload } = await jwtVerify(token, (header) => findKey(header.kid), {
    algorithms: ['HS256'],
    typ: TYPE,
    currentDate: new Date(now),
    requiredClaims: ['sub', 'exp', 'org', 'role', 'jti'],
  })
  return toSession(payload)
}

// Claims are trusted because the signature is ours.
function toSession(claims: JWTPayload): Session {
  return {
    id: String(claims.jti),
    key_id: String(claims.sub),
    organization_id: String(claims.org),
    store_id: typeof claims.store === 'string' ? claims.store : null,
    role: claims.role === 'seller' ? 'seller' : 'shopper',
    permissions: (claims.may as Permission[] | undefined) ?? null,
    person: (claims.person as PersonOfToken | undefined) ?? null,
    expires: Number(claims.exp),
  }
}
