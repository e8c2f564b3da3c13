/** A masked secret: the same length with the last 4 characters shown, or none if it has 8 characters or fewer. */
export function mask(secret: string): string {
  const suffix = secret.length > 8 ? secret.slice(-4) : ''
  return '*'.repeat(secret.length - suffix.length) + suffix
}

/** True if the value is the masked secret. A client that sends it back does not change the secret. */
export function isMaskOf(value: unknown, secret: unknown): boolean {
  return typeof secret === 'string' && secret !== '' && value === mask(secret)
}

/** Replaces a value of which not even the length is shown. */
export const MASK = '********'
