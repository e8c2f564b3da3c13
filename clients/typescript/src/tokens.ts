import type { AccessToken } from './generated/schema.ts'
import { untilAborted } from './retry.ts'

/** Where a client has its access token from. A signal ends the wait for it, not the request that others wait for too. */
export type Tokens = {
  get(signal: AbortSignal): Promise<string>
  /** A token instead of one that was refused; the same one when there is no other. */
  replace(refused: string, signal: AbortSignal): Promise<string>
}

type Current = { token: string; renewAt: number }

/** A token is renewed a minute before it expires, a short one after half its lifetime. */
const EARLY_SECONDS = 60

/** Keeps a token until shortly before it expires; callers that need a new one at the same time share one request for it. */
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

/** Tokens that the program brings. */
export function givenTokens(token: string | (() => string | Promise<string>)): Tokens {
  const get = async () => (typeof token === 'string' ? token : token())
  return { get, replace: get }
}
