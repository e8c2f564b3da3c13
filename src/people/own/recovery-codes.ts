import { randomBytes } from 'node:crypto'
import { hashSecret } from '../../access/secret.ts'

const CODES = 10
/** 80 random bits each. */
const CODE_LETTERS = 16
/** Without `i`, `l`, `o` and `1`, which look like others. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz023456789'

/** Ten codes that replace a one-time code once each, for people who have lost what makes those. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: CODES }, newRecoveryCode)
}

function newRecoveryCode(): string {
  const letters = [...randomBytes(CODE_LETTERS)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('')
  return letters.replace(/(.{4})(?=.)/g, '$1-')
}

/** What is stored of a code, however it was typed. */
export function hashRecoveryCode(code: string): string {
  return hashSecret(code.toLowerCase().replace(/[^a-z0-9]/g, ''))
}
