import { sendRequest } from './exchange.js'
import { isObject } from './resource.js'

/** @import { Exchange } from './exchange.js' */

/**
 * An anonymous shopper, or a customer who has logged in.
 * @typedef {Readonly<{ token: string, scope: string, role: 'PUBLIC' | 'REGISTERED', name: string }>} Session
 */

/** @typedef {Readonly<{ scope: string, role: 'PUBLIC' | 'REGISTERED', username: string, password: string }>} Credentials */

/** @param {string} base */
const key = (base) => `storefront-explorer ${base}`

/**
 * The session of this browser tab.
 * @param {string} base
 * @returns {Session | null}
 */
export function loadSession(base) {
  return JSON.parse(sessionStorage.getItem(key(base)) ?? 'null')
}

/**
 * @param {string} base
 * @param {Session | null} session
 */
export function saveSession(base, session) {
  if (session === null) sessionStorage.removeItem(key(base))
  else sessionStorage.setItem(key(base), JSON.stringify(session))
}

/**
 * Requests a token. The previous token is sent along, so that the customer keeps the anonymous cart.
 * @param {string} base
 * @param {Credentials} entry
 * @param {Session | null} previous
 * @returns {Promise<{ response: Exchange, session: Session | null }>}
 */
export async function signIn(base, { scope, role, username, password }, previous) {
  const who = role === 'REGISTERED' ? { username, password } : {}
  const body = new URLSearchParams({ grant_type: 'password', role, scope, ...who })
  const href = `${base}/oauth2/tokens`
  const response = await sendRequest({ method: 'POST', label: 'log in', href, token: previous?.token, body })
  const granted = isObject(response.json) ? response.json : {}
  if (response.status !== 200 || typeof granted.access_token !== 'string') return { response, session: null }
  const session = { token: granted.access_token, scope: String(granted.scope), role, name: username }
  return { response, session }
}

/**
 * Revokes the token.
 * @param {string} base
 * @param {Session} session
 */
export function signOut(base, { token }) {
  return sendRequest({ method: 'DELETE', href: `${base}/oauth2/tokens`, token })
}
