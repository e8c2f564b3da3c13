/** What the API shows instead of a secret, or of its beginning. */
const MASK = '********'

/** A secret in clear; null when there is none, or when it is masked. */
export function shownSecret(value: unknown): string | null {
  return typeof value === 'string' && value !== '' && !value.startsWith(MASK) ? value : null
}
