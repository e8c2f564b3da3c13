import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** The public half of a key. */
export function newClientId(): string {
  return randomBytes(20).toString('hex')
}

/** The secret half: 256 random bits, with a beginning by which leaked ones can be found. */
export function newClientSecret(): string {
  return `tidings_${randomBytes(32).toString('base64url')}`
}

/** What is stored. One SHA-256 is enough: 256 random bits cannot be guessed, however fast the attempts. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

/** Compares in the same time wherever the first difference is. */
export function secretMatches(secret: string, hash: string): boolean {
  return timingSafeEqual(Buffer.from(hashSecret(secret)), Buffer.from(hash))
}
