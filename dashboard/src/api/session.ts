import type {
  InvitationAcceptance,
  LogInMethods,
  OpenedPersonInvitation,
  PasskeyOptions,
  SessionCreate,
  SessionStep,
  SessionToken,
} from '../generated/schema.ts'
import { API_BASE } from './base.ts'
import { lost, reached } from './connection.ts'
import { Problem, problemOf, unreachable } from './problem.ts'

/** Access tokens are renewed this long before they expire, because clocks differ and requests take time. */
const MARGIN_MS = 20_000
/** Lock and broadcast channel of the tabs of a browser: only one tab refreshes at a time, and a log-out reaches all. */
const CHANNEL = 'tidings-session'
/** Pages of other origins cannot send this header. */
const OWN_PAGE = { 'X-Tidings-Session': '1' }
const JSON_BODY = { 'Content-Type': 'application/json' }

type Access = { token: string; expires_at_ms: number }

/**
 * Session of this browser. The refresh token is in a cookie that no script can read; the access token is only in
 * memory, so a reload costs one refresh.
 */
export class Session {
  #access: Access | null = null
  /** True if a person was logged in, even if the last token was rejected. */
  #isIn = false
  #refreshing: Promise<Access> | null = null
  readonly #channel = new BroadcastChannel(CHANNEL)
  readonly #onEnd: (reason: EndReason) => void

  /** `onEnd` is called when an existing session ends. */
  constructor(onEnd: (reason: EndReason) => void) {
    this.#onEnd = onEnd
    this.#channel.onmessage = () => this.#end('elsewhere')
  }

  /** Throws a Problem with status 401 if the person is not logged in. */
  async token(): Promise<string> {
    if (this.#access !== null && this.#access.expires_at_ms - MARGIN_MS > Date.now()) return this.#access.token
    return (await this.#refresh()).token
  }

  /** Drops a token that the API rejected. */
  forget(token: string): void {
    if (this.#access?.token === token) this.#access = null
  }

  /** Returns the next step of the log-in; null when the person is logged in. */
  async logIn(data: SessionCreate): Promise<SessionStep | null> {
    const response = await post('/v2/sessions', JSON_BODY, JSON.stringify({ data }))
    if (!response.ok) throw await problemOf(response)
    const body = (await response.json()) as { data: SessionToken | SessionStep }
    if (body.data.type === 'session_step') return body.data
    this.#begin(body.data)
    return null
  }

  /** Sets the password through an invitation link, and returns the email to log in with. */
  async acceptInvitation(data: InvitationAcceptance): Promise<string> {
    const response = await post('/v2/people/invitations/accept', JSON_BODY, JSON.stringify({ data }))
    if (!response.ok) throw await problemOf(response)
    return ((await response.json()) as { data: { email: string } }).data.email
  }

  async logOut(): Promise<void> {
    const response = await post('/v2/sessions/current', OWN_PAGE, undefined, 'DELETE')
    if (!response.ok && response.status !== 401) throw await problemOf(response)
    this.#channel.postMessage('ended')
    this.#end('logged_out')
  }

  #refresh(): Promise<Access> {
    this.#refreshing ??= alone(() => this.#renew()).finally(() => {
      this.#refreshing = null
    })
    return this.#refreshing
  }

  async #renew(): Promise<Access> {
    const response = await post('/v2/sessions/refresh', OWN_PAGE)
    if (response.ok) {
      const { data } = (await response.json()) as { data: SessionToken }
      return this.#begin(data)
    }
    const problem = await problemOf(response)
    if (problem.status === 401 && this.#isIn) this.#end('expired')
    throw problem
  }

  #begin(token: SessionToken): Access {
    this.#access = accessOf(token)
    this.#isIn = true
    return this.#access
  }

  #end(reason: EndReason): void {
    this.#access = null
    this.#isIn = false
    this.#onEnd(reason)
  }
}

export type EndReason = 'logged_out' | 'elsewhere' | 'expired'

function accessOf({ access_token, expires_in }: SessionToken): Access {
  return { token: access_token, expires_at_ms: Date.now() + expires_in * 1000 }
}

/** Browsers offer locks only to pages in a secure context. */
function alone<T>(work: () => Promise<T>): Promise<T> {
  if (navigator.locks === undefined) return work()
  return navigator.locks.request(CHANNEL, work)
}

async function post(path: string, headers: Record<string, string>, body?: string, method = 'POST'): Promise<Response> {
  const init = { method, headers, credentials: 'same-origin' as const, ...(body === undefined ? {} : { body }) }
  try {
    const response = await fetch(API_BASE + path, init)
    reached()
    return response
  } catch {
    lost()
    throw unreachable()
  }
}

/** Reads an invitation without using up its code. */
export async function openInvitation(code: string): Promise<OpenedPersonInvitation> {
  const body = JSON.stringify({ data: { type: 'person_invitation', code } })
  const response = await post('/v2/people/invitations/open', JSON_BODY, body)
  if (!response.ok) throw await problemOf(response)
  return ((await response.json()) as { data: OpenedPersonInvitation }).data
}

export function isLoggedOut(error: unknown): boolean {
  return error instanceof Problem && error.status === 401
}

/** Options for `navigator.credentials.get`. */
export async function readPasskeyOptions(): Promise<PasskeyOptions['options']> {
  const response = await post('/v2/sessions/passkey-options', {})
  if (!response.ok) throw await problemOf(response)
  return ((await response.json()) as { data: PasskeyOptions }).data.options
}

export async function readLogInMethods(): Promise<LogInMethods> {
  const response = await fetch(`${API_BASE}/v2/sessions/methods`).catch(() => {
    throw unreachable()
  })
  if (!response.ok) throw await problemOf(response)
  return ((await response.json()) as { data: LogInMethods }).data
}
