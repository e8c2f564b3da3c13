import { randomBytes } from 'node:crypto'
import { hashSecret } from '../../access/secret.ts'

const CODES = 10
/** 80 random bits each. */
const CODE_LETTERS = 16
/** Omits `i`, `l`, `o` and `1`, which are easily confused. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz023456789'

/**
 * Generates ten codes, each of which replaces a one-time code once, for people who have lost their authenticator app.
 */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: CODES }, newRecoveryCode)
}

function newRecoveryCode(): string {
  const letters = [...randomBytes(CODE_LETTERS)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('')
  return letters.replace(/(.{4})(?=.)/g, '$1-')
}

/** Hashes a code for storage, independent of case and separators. */
export function hashRecoveryCode(code: string): string {
  return hashSecret(code.toLowerCase().replace(/[^a-z0-9]/g, ''))
}
