import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { type Static, Type } from 'typebox'
import { MINUTE } from '../../../kernel/duration.ts'
import { ImpliedType } from '../../../kernel/schemas.ts'

const PURPOSES = ['reset_password', 'passwordless_authentication'] as const
export type Purpose = (typeof PURPOSES)[number]

/** Lifetime of a one-time password. @operator */
export const CODE_LIFETIME_MS = 10 * MINUTE
/** Attempts per code. */
export const MAX_TRIES = 5
/** Codes sent to one user per hour. */
export const MAX_CODES_PER_HOUR = 10

export const OneTimePasswordTokenRequest = Type.Object({
  type: ImpliedType('one_time_password_token_request'),
  username: Type.String({
    minLength: 1,
    maxLength: 254,
    description: 'Username of the user under the password profile.',
  }),
  purpose: Type.Enum([...PURPOSES], { description: 'The only operation that will accept the code.' }),
})
export type OneTimePasswordTokenRequest = Static<typeof OneTimePasswordTokenRequest>

/** Digits and capital letters that are not easily confused. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 10

/** 50 random bits in 10 characters. */
export function newCode(): string {
  return Array.from(randomBytes(LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]).join('')
}

/** Hash to store, salted with `code_id`. */
export function hashCode(code_id: string, code: string): string {
  return createHash('sha256').update(`${code_id} ${code}`).digest('hex')
}

/** Compares a typed code with a stored hash, ignoring case, blanks and hyphens. */
export function codeMatches(code_id: string, input: string, hash: string): boolean {
  const code = input.toUpperCase().replaceAll(/[\s-]/g, '')
  return timingSafeEqual(Buffer.from(hashCode(code_id, code)), Buffer.from(hash))
}
