import type { App } from '../app.ts'
import { exchange } from '../exchange.ts'
import { clientOf, refresh } from './people.ts'

export function oidcSettings(issuer: string): Record<string, string> {
  return {
    TIDINGS_OIDC_ISSUER: issuer,
    TIDINGS_OIDC_CLIENT_ID: 'tidings',
    TIDINGS_OIDC_CLIENT_SECRET: 'a secret of the client',
    TIDINGS_OIDC_ROLES: 'admins=owner,devs=integrator,devs=viewer',
  }
}

export type Browser = ReturnType<typeof openBrowser>

/** A browser that keeps cookies and does not follow redirects. */
export function openBrowser(cookies: Iterable<[string, string]> = []) {
  const jar = new Map<string, string>(cookies)
  return {
    jar,
    async open(address: string, form?: Record<string, string>, accept = 'application/json') {
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
      const body = form === undefined ? {} : { method: 'POST', body: String(new URLSearchParams(form)) }
      const type = form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }
      const response = await exchange(address, { ...body, headers: { cookie, accept, ...type } })
      for (const set of response.headers.getSetCookie()) {
        const [pair = ''] = set.split(';')
        const at = pair.indexOf('=')
        jar.set(pair.slice(0, at), pair.slice(at + 1))
      }
      const location = response.headers.get('location')
      return { ...response, location: location === null ? '' : new URL(location, address).href }
    },
  }
}

type Way = {
  browser?: Browser
  path?: string
  changed?: ((address: URL) => URL) | undefined
  accept?: string | undefined
}

/** Goes to the provider and back; tests can change the address of the way back. */
export async function logInByProvider({ origin }: Pick<App, 'origin'>, way: Way = {}) {
  const { browser = openBrowser(), path = '/v2/sessions/oidc', changed = (address) => address, accept } = way
  const begun = await browser.open(`${origin}${path}`, undefined, accept)
  const led = await browser.open(begun.location)
  return { browser, begun, finished: await browser.open(changed(new URL(led.location)).href, undefined, accept) }
}

export async function currentSessionIn({ origin }: Pick<App, 'origin'>, jar: Browser['jar']) {
  const { status, body } = await refresh(origin, `tidings_session=${jar.get('tidings_session')}`)
  if (status !== 200) throw new Error(`Not logged in: ${JSON.stringify(body)}`)
  return (await clientOf(origin, body.data.access_token).get('/v2/sessions/current')).body.data
}
