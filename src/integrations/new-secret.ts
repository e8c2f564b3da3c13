import { randomBytes } from 'node:crypto'

const SECRET_BYTES = 32

/** A random secret in the form that libraries of Standard Webhooks read. */
export function newSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`
}
