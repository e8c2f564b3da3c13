/** A secret as it may be seen: same length, the last 4 characters shown; 8 characters or fewer show none. */
export function mask(secret: string): string {
  const shown = secret.length > 8 ? secret.slice(-4) : ''
  return '*'.repeat(secret.length - shown.length) + shown
}

/** Whether a value is the secret as it was shown: a client that sends it back does not change the secret. */
export function isMaskOf(value: unknown, secret: unknown): boolean {
  return typeof secret === 'string' && secret !== '' && value === mask(secret)
}

/** Stands in place of what is not shown at all, not even its length. */
export const MASK = '********'
