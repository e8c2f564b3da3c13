import type { App } from './app.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever a resource holds
type Json = any

export type Answer = { status: number; headers: Headers; body: Json }

/** A client that knows one address and the names of links. */
export type StorefrontClient = {
  token: string
  get(href: string, headers?: Record<string, string>): Promise<Answer>
  send(method: string, href: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  /** The root, with a zoom. */
  root(zoom?: string): Promise<Json>
  /** The resource that a link of this one leads to; throws when there is no such link. */
  follow(resource: Json, rel: string, zoom?: string): Promise<Json>
  /** Walks several links from the root. */
  walk(...rels: string[]): Promise<Json>
}

/** The addresses that links of this relation lead to. */
export function hrefs(resource: Json, rel: string): string[] {
  return resource.links.filter((link: Json) => link.rel === rel).map(({ href }: Json) => href)
}

export async function tokenFor(origin: string, fields: Record<string, string>, headers = {}): Promise<Answer> {
  const body = new URLSearchParams({ grant_type: 'password', ...fields })
  return read(await fetch(`${origin}/storefront/oauth2/tokens`, { method: 'POST', body, headers }))
}

/** A client for a shopper of a scope who has not logged in. */
export async function openStorefront({ origin }: Pick<App, 'origin'>, scope: string): Promise<StorefrontClient> {
  const { status, body } = await tokenFor(origin, { role: 'PUBLIC', scope })
  if (status !== 200) throw new Error(`No token: ${JSON.stringify(body)}`)
  return clientWith(origin, body.access_token)
}

export function clientWith(origin: string, token: string): StorefrontClient {
  const send: StorefrontClient['send'] = async (method, href, body, headers = {}) =>
    read(
      await fetch(href, {
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
    if (status !== 200) throw new Error(`${href} answered ${status}: ${JSON.stringify(body)}`)
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

async function read(answer: Response): Promise<Answer> {
  const text = await answer.text()
  return { status: answer.status, headers: answer.headers, body: text === '' ? null : JSON.parse(text) }
}
