/** Published request, without the token. */
export type RecentPublish = {
  key: string
  shape: string
  payload: string
  source: string
  version: string
  /** Id that the API assigned. */
  event: string
  at: string
}

const KEY = 'tidings-published'
const MAX_ENTRIES = 20
/** Browsers store only a few megabytes per page, so larger payloads are skipped. */
const MAX_CHARACTERS = 64 * 1024
/** Payloads of these event types contain secrets. */
const SECRET = /password|token|secret/i

/** Recent publishes of this tab, for a store or the organization. */
export function readRecent(scope: string): readonly RecentPublish[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(`${KEY}:${scope}`) ?? '[]')
    return Array.isArray(kept) ? kept : []
  } catch {
    return []
  }
}

export function keepRecent(scope: string, published: RecentPublish): void {
  if (SECRET.test(published.key) || published.payload.length > MAX_CHARACTERS) return
  try {
    const kept = [published, ...readRecent(scope)].slice(0, MAX_ENTRIES)
    sessionStorage.setItem(`${KEY}:${scope}`, JSON.stringify(kept))
  } catch {
    // Browsers may block storage.
  }
}
