import { exchange } from './exchange.js'
import { isObject } from './resource.js'

/** @import { Exchange } from './exchange.js' */

/**
 * Who is looking: nobody in particular, or a customer who has logged in.
 * @typedef {Readonly<{ token: string, scope: string, role: 'PUBLIC' | 'REGISTERED', name: string }>} Session
 */

/** @typedef {Readonly<{ scope: string, role: 'PUBLIC' | 'REGISTERED', username: string, password: string }>} Entry */

/** @param {string} base */
const key = (base) => `storefront-explorer ${base}`

/**
 * The session of this tab; it ends with the tab.
 * @param {string} base
 * @returns {Session | null}
 */
export function keptSession(base) {
  return JSON.parse(sessionStorage.getItem(key(base)) ?? 'null')
}

/**
 * @param {string} base
 * @param {Session | null} session
 */
export function keepSession(base, session) {
  if (session === null) sessionStorage.removeItem(key(base))
  else sessionStorage.setItem(key(base), JSON.stringify(session))
}

/**
 * Asks for a token. The former one is sent along: what was put into a cart before logging in comes along then.
 * @param {string} base
 * @param {Entry} entry
 * @param {Session | null} former
 * @returns {Promise<{ answer: Exchange, session: Session | null }>}
 */
export async function enter(base, { scope, role, username, password }, former) {
  const who = role === 'REGISTERED' ? { username, password } : {}
  const body = new URLSearchParams({ grant_type: 'password', role, scope, ...who })
  const answer = await exchange({ method: 'POST', href: `${base}/oauth2/tokens`, token: former?.token, body })
  const given = isObject(answer.json) ? answer.json : {}
  if (answer.status !== 200 || typeof given.access_token !== 'string') return { answer, session: null }
  const session = { token: given.access_token, scope: String(given.scope), role, name: username }
  return { answer, session }
}

/**
 * Gives the token back.
 * @param {string} base
 * @param {Session} session
 */
export function leave(base, { token }) {
  return exchange({ method: 'DELETE', href: `${base}/oauth2/tokens`, token })
}
