import type { Role } from '../../../src/kernel/permissions.ts'
import { type Answered, type App, type Client, calling, send } from '../app.ts'
import { exchange } from '../exchange.ts'

export const PASSWORD = 'a long walk by the sea'

/** A header that browsers send for same-origin pages, and the header that our pages send. */
export const OWN_PAGE = { 'sec-fetch-site': 'same-origin', 'x-tidings-session': '1' }

type HeldRole = { role: Role; store_id: string | null }

export type PersonOf = { id: string; email: string; password: string }

/** A session as a browser stores it: access token in memory, refresh token in a cookie. */
export type BrowserSession = { client: Client; cookie: string; set_cookie: string; id: string }

/** Sends an invitation by a key or as a person, and accepts it. */
export async function openPerson(
  { origin }: Pick<App, 'origin'>,
  by: Client,
  { email, roles }: { email: string; roles: readonly HeldRole[] },
): Promise<PersonOf> {
  const invited = await by.post('/v2/people/invitations', { data: { email, roles } })
  if (invited.status !== 201) throw new Error(`Not invited: ${JSON.stringify(invited.body)}`)
  const accepted = await accept(origin, codeIn(invited.body.data.link))
  if (accepted.status !== 200) throw new Error(`Not accepted: ${JSON.stringify(accepted.body)}`)
  return { id: accepted.body.data.id, email, password: PASSWORD }
}

export function accept(origin: string, code: string, password = PASSWORD, name = 'Ada Marsh'): Promise<Answered> {
  return send(`${origin}/v2/people/invitations/accept`, 'POST', { data: { code, password, name } }, {})
}

export function codeIn(link: string): string {
  return link.split('#')[1] ?? ''
}

export function logIn(origin: string, data: object, headers: Record<string, string> = {}): Promise<Answered> {
  return send(`${origin}/v2/sessions`, 'POST', { data }, headers)
}

export async function openSession(
  app: Pick<App, 'origin'>,
  { email, password }: Pick<PersonOf, 'email' | 'password'>,
): Promise<BrowserSession> {
  const answered = await logIn(app.origin, { email, password })
  if (answered.status !== 201) throw new Error(`Not logged in: ${JSON.stringify(answered.body)}`)
  return sessionIn(app, answered)
}

/** The session in a log-in response, as a browser stores it. */
export function sessionIn({ origin }: Pick<App, 'origin'>, { body, headers }: Answered): BrowserSession {
  const { access_token: token, id } = body.data
  const set_cookie = headers.get('set-cookie') ?? ''
  const client = clientOf(origin, token)
  return { client, cookie: set_cookie.split(';')[0] ?? '', set_cookie, id }
}

export function clientOf(origin: string, token: string): Client {
  const who = { organization_id: '', store_id: '', token }
  return calling(who, (method, path, body, headers) =>
    send(`${origin}${path}`, method, body, { authorization: `Bearer ${token}`, ...headers }),
  )
}

/** A person's log-ins in the audit log, the latest first; `also` adds a filter. */
export async function logInsOf(owner: Client, person_id: string, also = ''): Promise<unknown[]> {
  const filter = `eq(operation,CreateSession):eq(actor_id,${person_id})${also}`
  const { body } = await owner.get(`/v2/audit/entries?filter=${filter}`)
  return body.data.map(({ log_in }: { log_in: unknown }) => log_in)
}

export async function refresh(origin: string, cookie: string, headers: Record<string, string> = OWN_PAGE) {
  const { text, ...response } = await exchange(`${origin}/v2/sessions/refresh`, {
    method: 'POST',
    headers: { cookie, ...headers },
  })
  return { ...response, body: text === '' ? null : JSON.parse(text) } as Answered
}
