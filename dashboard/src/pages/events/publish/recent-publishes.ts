/** A request that was published here, without the token. */
export type RecentPublish = {
  key: string
  shape: string
  payload: string
  source: string
  version: string
  /** The id of the event that the API has made of it. */
  event: string
  at: string
}

const KEY = 'tidings-published'
const MOST = 20
/** A browser keeps some megabytes for a page: larger ones are not kept. */
const MOST_CHARACTERS = 64 * 1024
/** Payloads of these carry a secret. */
const SECRET = /password|token|secret/i

/** The last that were published in this tab, for a store or the organization. */
export function readRecent(scope: string): readonly RecentPublish[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(`${KEY}:${scope}`) ?? '[]')
    return Array.isArray(kept) ? kept : []
  } catch {
    return []
  }
}

export function keepRecent(scope: string, published: RecentPublish): void {
  if (SECRET.test(published.key) || published.payload.length > MOST_CHARACTERS) return
  try {
    const kept = [published, ...readRecent(scope)].slice(0, MOST)
    sessionStorage.setItem(`${KEY}:${scope}`, JSON.stringify(kept))
  } catch {
    // A browser may refuse to keep anything.
  }
}
