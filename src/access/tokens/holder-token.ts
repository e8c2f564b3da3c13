import type { KeyObject } from 'node:crypto'
import { type JWTPayload, jwtVerify, SignJWT } from 'jose'
import { newId } from '../../db/new-id.ts'
import type { SigningKey, TokenGenerations } from './token.ts'

/**
 * Lifetime of the token of a customer or account member, in seconds, unless a store sets a shorter lifetime. @operator
 */
export const HOLDER_TOKEN_LIFETIME_SECONDS = 86_400

/** The logged-in customer or account member, and the store. */
export type Holder = { store_id: string; token_generations: TokenGenerations } & (
  | { kind: 'customer'; customer_id: string }
  | { kind: 'account'; account_id: string; account_member_id: string }
)

/** `expires` is in seconds since the epoch. */
export type HolderToken = { id: string; token: string; expires: number }

/** Distinct types, so that a token of one kind is never accepted as another kind or as an access token. */
const TYPES = { customer: 'customer+jwt', account: 'account+jwt' } as const satisfies Record<Holder['kind'], string>

/**
 * Signs a token with a lifetime in seconds, at most `HOLDER_TOKEN_LIFETIME_SECONDS`, because revocations are read back
 * only that far.
 */
export async function signHolderToken(
  key: SigningKey,
  holder: Holder,
  now: number,
  lifetime_seconds = HOLDER_TOKEN_LIFETIME_SECONDS,
): Promise<HolderToken> {
  const issued = Math.floor(now / 1000)
  const expires = issued + Math.min(lifetime_seconds, HOLDER_TOKEN_LIFETIME_SECONDS)
  const id = newId(now)
  const account = holder.kind === 'account' ? { account: holder.account_id } : {}
  const token = await new SignJWT({ store: holder.store_id, on: holder.token_generations, ...account })
    .setProtectedHeader({ alg: 'HS256', kid: key.id, typ: TYPES[holder.kind] })
    .setSubject(holder.kind === 'customer' ? holder.customer_id : holder.account_member_id)
    .setIssuedAt(issued)
    .setExpirationTime(expires)
    .setJti(id)
    .sign(key.secret)
  return { id, token, expires }
}

/** Verifies a token. Throws jose's errors if it is invalid or expired, and the errors of `findKey`. */
export async function verifyHolderToken(
  kind: Holder['kind'],
  token: string,
  findKey: (kid: string | undefined) => Promise<KeyObject>,
  now: number,
): Promise<{ holder: Holder; expires: number }> {
  const { payload } = await jwtVerify(token, (header) => findKey(header.kid), {
    algorithms: ['HS256'],
    typ: TYPES[kind],
    currentDate: new Date(now),
    requiredClaims: ['sub', 'exp', 'store', 'on', 'jti'],
  })
  return { holder: toHolder(kind, payload), expires: Number(payload.exp) }
}

// Claims are trusted because the signature is ours.
function toHolder(kind: Holder['kind'], { sub, store, on, account }: JWTPayload): Holder {
  const common = { store_id: String(store), token_generations: on as TokenGenerations }
  if (kind === 'customer') return { ...common, kind, customer_id: String(sub) }
  return { ...common, kind, account_id: String(account), account_member_id: String(sub) }
}
