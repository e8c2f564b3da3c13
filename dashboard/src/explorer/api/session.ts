import { type Exchange, sendRequest } from './exchange.ts'
import { isObject } from './resource.ts'

export type Role = 'PUBLIC' | 'REGISTERED'

/** Token of an anonymous shopper or of a logged-in customer. */
export type Session = { readonly token: string; readonly scope: string; readonly role: Role; readonly name: string }

export type Credentials = { scope: string; role: Role; username: string; password: string }

/** Requests a token. The previous token is sent too, so that the customer keeps the anonymous cart. */
export async function signIn(
  base: string,
  { scope, role, username, password }: Credentials,
  previous: Session | null,
): Promise<{ response: Exchange; session: Session | null }> {
  const who = role === 'REGISTERED' ? { username, password } : {}
  const body = new URLSearchParams({ grant_type: 'password', role, scope, ...who })
  const href = `${base}/oauth2/tokens`
  const response = await sendRequest({ method: 'POST', label: 'log in', href, token: previous?.token, body })
  const granted = isObject(response.json) ? response.json : {}
  if (response.status !== 200 || typeof granted.access_token !== 'string') return { response, session: null }
  const session = { token: granted.access_token, scope: String(granted.scope), role, name: username }
  return { response, session }
}

export function signOut(base: string, { token }: Session): Promise<Exchange> {
  return sendRequest({ method: 'DELETE', href: `${base}/oauth2/tokens`, token })
}
