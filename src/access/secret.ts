import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** Generates the public half of a key. */
export function newClientId(): string {
  return randomBytes(20).toString('hex')
}

/** Generates the secret half: 256 random bits, with a prefix that helps scanners to find leaked secrets. */
export function newClientSecret(): string {
  return `tidings_${randomBytes(32).toString('base64url')}`
}

/**
 * Hashes a secret for storage. One SHA-256 is enough, because 256 random bits cannot be guessed however fast the
 * attempts.
 */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

/** Compares in constant time. */
export function secretMatches(secret: string, hash: string): boolean {
  return timingSafeEqual(Buffer.from(hashSecret(secret)), Buffer.from(hash))
}
