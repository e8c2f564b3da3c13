import type { KeyObject } from 'node:crypto'
import { type JWTPayload, jwtVerify, SignJWT } from 'jose'
import { newId } from '../../db/new-id.ts'
import type { Owner } from '../../kernel/owner.ts'
import type { Permission, Role } from '../../kernel/permissions.ts'

/** The organization of a key of the deployment: none has this id, so that such a key finds nothing of any. */
export const NO_ORGANIZATION = '00000000-0000-0000-0000-000000000000'

/** Lifetime of an access token of a key, in seconds. @operator */
export const TOKEN_LIFETIME_SECONDS = 3600

/** The roles of a person, by the id of the store; those under `*` are of the organization and of all its stores. */
export type RolesByStore = Readonly<Record<string, readonly Role[]>>

/** What an access token says: the key or session it was given to, whose that is, and what it may do. */
export type Session = Owner & {
  /** Of the token itself. */
  id: string
  /** The key that the token was given to; of a person's token, the session of that person. */
  key_id: string
  role: 'seller' | 'shopper'
  /** What a seller's key is limited to; null is everything of its store or organization. */
  permissions: readonly Permission[] | null
  person: PersonOfToken | null
  /** Seconds since the epoch. */
  expires: number
}

/** Who has logged in. The token is valid while each of these generations is the latest, such as those of the session and the person. */
export type PersonOfToken = { id: string; roles: RolesByStore; token_generations: TokenGenerations }

/** What a token rests on, each with its generation when the token was given; it is good while all are of that or less. */
export type TokenGenerations = Readonly<Record<string, number>>

export type SigningKey = { id: string; secret: KeyObject; created_at: number }

// Of all JWTs that are ever signed with these keys, only access tokens have this type.
const TYPE = 'at+jwt'

/** Lifetime of a storefront shopper's token, in seconds: the cart is kept as long without a log-in. @operator */
export const SHOPPER_TOKEN_LIFETIME_SECONDS = 604_800

/** Lifetime of an access token of a person, in seconds; the session of the person gives new ones. @operator */
export const PERSON_TOKEN_LIFETIME_SECONDS = 600

type NewSession = Omit<Session, 'id' | 'expires' | 'permissions' | 'person'> &
  Partial<Pick<Session, 'permissions' | 'person'>>

/** Signs a token for so many seconds from now. */
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

/** Reads a token of ours. Throws one of jose's errors when it is not, or has expired; what `findKey` throws passes through. */
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

// The signature is ours, and so are the claims.
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
