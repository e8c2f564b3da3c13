import type { App } from '../app.ts'
import { exchange, type Received } from '../exchange.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever a resource holds
type Json = any

export type StorefrontResponse = { status: number; headers: Headers; body: Json }

/** A client that knows only the root URL and the names of relations. */
export type StorefrontClient = {
  token: string
  get(href: string, headers?: Record<string, string>): Promise<StorefrontResponse>
  send(method: string, href: string, body?: unknown, headers?: Record<string, string>): Promise<StorefrontResponse>
  root(zoom?: string): Promise<Json>
  /** GET of the target of a link; throws if the resource has no such link. */
  follow(resource: Json, rel: string, zoom?: string): Promise<Json>
  walk(...rels: string[]): Promise<Json>
}

/** Targets of the links with this relation. */
export function hrefs(resource: Json, rel: string): string[] {
  return resource.links.filter((link: Json) => link.rel === rel).map(({ href }: Json) => href)
}

export async function tokenFor(
  origin: string,
  fields: Record<string, string>,
  headers = {},
): Promise<StorefrontResponse> {
  const body = String(new URLSearchParams({ grant_type: 'password', ...fields }))
  const sent = { 'content-type': 'application/x-www-form-urlencoded', ...headers }
  return read(await exchange(`${origin}/storefront/oauth2/tokens`, { method: 'POST', body, headers: sent }))
}

export async function openStorefront({ origin }: Pick<App, 'origin'>, scope: string): Promise<StorefrontClient> {
  const { status, body } = await tokenFor(origin, { role: 'PUBLIC', scope })
  if (status !== 200) throw new Error(`No token: ${JSON.stringify(body)}`)
  return clientWith(origin, body.access_token)
}

export function clientWith(origin: string, token: string): StorefrontClient {
  const send: StorefrontClient['send'] = async (method, href, body, headers = {}) =>
    read(
      await exchange(href, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      }),
    )
  const get: StorefrontClient['get'] = (href, headers) => send('GET', href, undefined, headers)
  const load = async (href: string, zoom = '') => {
    const { status, body } = await get(zoom === '' ? href : `${href}?zoom=${zoom}`)
    if (status !== 200) throw new Error(`${href} returned ${status}: ${JSON.stringify(body)}`)
    return body
  }
  const root = (zoom?: string) => load(`${origin}/storefront`, zoom)
  const follow: StorefrontClient['follow'] = (resource, rel, zoom) => {
    const [href] = hrefs(resource, rel)
    if (href === undefined) throw new Error(`${resource.self.uri} has no link ${rel}.`)
    return load(href, zoom)
  }
  return {
    token,
    get,
    send,
    root,
    follow,
    async walk(...rels) {
      let at = await root()
      for (const rel of rels) at = await follow(at, rel)
      return at
    },
  }
}

function read({ text, ...response }: Received): StorefrontResponse {
  return { ...response, body: text === '' ? null : JSON.parse(text) }
}
