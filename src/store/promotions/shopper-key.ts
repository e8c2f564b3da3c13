import { createHash } from 'node:crypto'

/** Key of a shopper in counts: a hash, so that no e-mail address remains after anonymization. */
export function shopperKey(owner_id: string, email: string): string {
  return createHash('sha256').update(`${owner_id} ${email.toLowerCase()}`).digest('base64url')
}
