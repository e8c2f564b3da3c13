import { randomBytes } from 'node:crypto'
import { hashSecret, secretMatches } from '../access/secret.ts'

/** A code as it is handed out, and what is stored of it. */
export type NewCode = { code: string; hash: string }

const ID_BYTES = 16
const SECRET_BYTES = 32
/** Base64 of 48 bytes. */
const CODE = /^[A-Za-z0-9_-]{64}$/

/** A code that names a row by its id and proves itself by 256 random bits, so that it is found without being compared. */
export function newCode(id: string): NewCode {
  return codeOf(id, randomBytes(SECRET_BYTES))
}

/** The same with 256 bits that are as good as random. */
export function codeOf(id: string, secret: Buffer): NewCode {
  const code = Buffer.concat([Buffer.from(id.replaceAll('-', ''), 'hex'), secret]).toString('base64url')
  return { code, hash: hashSecret(code) }
}

/** The id of the row that a code names; null for what is not a code. */
export function idOfCode(code: string): string | null {
  if (!CODE.test(code)) return null
  const hex = Buffer.from(code, 'base64url').subarray(0, ID_BYTES).toString('hex')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** Whether it is the code of this hash; takes the same time wherever they differ. */
export function codeMatches(code: string, hash: string | null): boolean {
  return hash !== null && secretMatches(code, hash)
}
