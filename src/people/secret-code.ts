import { randomBytes } from 'node:crypto'
import { hashSecret, secretMatches } from '../access/secret.ts'

/** A code for its holder, and its hash for storage. */
export type NewCode = { code: string; hash: string }

const ID_BYTES = 16
const SECRET_BYTES = 32
/** Base64url of 48 bytes. */
const CODE = /^[A-Za-z0-9_-]{64}$/

/** Generates a code with the id of its row and 256 random bits, so that the row is found without comparing secrets. */
export function newCode(id: string): NewCode {
  return codeOf(id, randomBytes(SECRET_BYTES))
}

/** Builds a code from 256 bits that are as good as random. */
export function codeOf(id: string, secret: Buffer): NewCode {
  const code = Buffer.concat([Buffer.from(id.replaceAll('-', ''), 'hex'), secret]).toString('base64url')
  return { code, hash: hashSecret(code) }
}

/** Returns the row id in a code; null if it is not a code. */
export function idOfCode(code: string): string | null {
  if (!CODE.test(code)) return null
  const hex = Buffer.from(code, 'base64url').subarray(0, ID_BYTES).toString('hex')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** True if the code has this hash. Compares in constant time. */
export function codeMatches(code: string, hash: string | null): boolean {
  return hash !== null && secretMatches(code, hash)
}
