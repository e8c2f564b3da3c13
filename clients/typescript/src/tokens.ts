import type { AccessToken } from './generated/schema.ts'
import { untilAborted } from './retry.ts'

/** Source of access tokens. A signal only ends its caller's wait, because others may share the request. */
export type Tokens = {
  get(signal: AbortSignal): Promise<string>
  /** Returns a replacement for a rejected token, or the same token if there is no other. */
  replace(refused: string, signal: AbortSignal): Promise<string>
}

type Current = { token: string; renewAt: number }

/** Tokens are renewed a minute before they expire, short-lived ones after half their lifetime. */
const EARLY_SECONDS = 60

/** Caches a token until shortly before it expires. Concurrent callers that need a new token share one request. */
export function cachedTokens(requestToken: () => Promise<AccessToken>): Tokens {
  let current: Current | null = null
  let pending: Promise<string> | null = null

  const renew = async () => {
    const { access_token, expires_in } = await requestToken()
    const lifetime = Math.max(expires_in - EARLY_SECONDS, expires_in / 2)
    current = { token: access_token, renewAt: Date.now() + 1000 * lifetime }
    return access_token
  }
  const get: Tokens['get'] = async (signal) => {
    if (current !== null && Date.now() < current.renewAt) return current.token
    pending ??= renew().finally(() => {
      pending = null
    })
    return untilAborted(pending, signal)
  }
  return {
    get,
    replace(refused, signal) {
      if (current?.token === refused) current = null
      return get(signal)
    },
  }
}

/** Tokens provided by the program. */
export function givenTokens(token: string | (() => string | Promise<string>)): Tokens {
  const get = async () => (typeof token === 'string' ? token : token())
  return { get, replace: get }
}
