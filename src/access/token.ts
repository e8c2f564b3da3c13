import type { KeyObject } from 'node:crypto'
import { type JWTPayload, jwtVerify, SignJWT } from 'jose'
import { newId } from '../db/new-id.ts'
import type { Owner } from '../kernel/owner.ts'

/** How long an access token is good, in seconds. */
export const TOKEN_LIFETIME_SECONDS = 3600

/** What an access token says: the key it was given to, whose that key is, and what it may do. */
export type Session = Owner & {
  /** Of the token itself. */
  id: string
  key_id: string
  role: 'seller' | 'shopper'
  /** Seconds since the epoch. */
  expires: number
}

export type SigningKey = { id: string; secret: KeyObject; created_at: number }

// Of all JWTs that are ever signed with these keys, only access tokens have this type.
const TYPE = 'at+jwt'

/** How long a shopper of a storefront keeps its cart without logging in, in seconds. */
export const SHOPPER_TOKEN_LIFETIME_SECONDS = 604_800

/** Signs a token for so many seconds from now. */
export async function signToken(
  key: SigningKey,
  session: Omit<Session, 'id' | 'expires'>,
  now: number,
  lifetime = TOKEN_LIFETIME_SECONDS,
) {
  const issued = Math.floor(now / 1000)
  const expires = issued + lifetime
  const claims = { org: session.organization_id, store: session.store_id, role: session.role }
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
    expires: Number(claims.exp),
  }
}
