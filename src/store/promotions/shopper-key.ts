import { createHash } from 'node:crypto'

/** What uses are counted under: not the address itself, which outlives nobody's wish to be forgotten. */
export function shopperKey(owner_id: string, email: string): string {
  return createHash('sha256').update(`${owner_id} ${email.toLowerCase()}`).digest('base64url')
}
