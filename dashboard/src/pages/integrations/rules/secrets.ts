/** Mask of the API for all or the start of a secret. */
const MASK = '********'

/** Unmasked secret; null if absent or masked. */
export function shownSecret(value: unknown): string | null {
  return typeof value === 'string' && value !== '' && !value.startsWith(MASK) ? value : null
}
