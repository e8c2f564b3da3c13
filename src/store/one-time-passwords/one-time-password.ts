import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { type Static, Type } from 'typebox'

const PURPOSES = ['reset_password', 'passwordless_authentication'] as const
export type Purpose = (typeof PURPOSES)[number]

/** Milliseconds that a code is good. */
export const CODE_LIFETIME = 600_000
/** Tries that one code may be given. */
export const MOST_TRIES = 5
/** Codes that one user may be sent in an hour. */
export const MOST_CODES = 10

export const OneTimePasswordTokenRequest = Type.Object({
  type: Type.Literal('one_time_password_token_request'),
  username: Type.String({ minLength: 1, maxLength: 254, description: 'Of the user under the password profile.' }),
  purpose: Type.Enum([...PURPOSES], { description: 'What the code is to be good for.' }),
})
export type OneTimePasswordTokenRequest = Static<typeof OneTimePasswordTokenRequest>

/** Digits and capitals that nobody takes for one another. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 10

/** 50 random bits, as 10 characters. */
export function newCode(): string {
  return Array.from(randomBytes(LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]).join('')
}

/** What is stored. `code_id` keeps two users with one code apart. */
export function hashCode(code_id: string, code: string): string {
  return createHash('sha256').update(`${code_id} ${code}`).digest('hex')
}

/** Whether somebody meant this code: in whatever case, with blanks or hyphens between. */
export function codeMatches(code_id: string, given: string, hash: string): boolean {
  const meant = given.toUpperCase().replaceAll(/[\s-]/g, '')
  return timingSafeEqual(Buffer.from(hashCode(code_id, meant)), Buffer.from(hash))
}
