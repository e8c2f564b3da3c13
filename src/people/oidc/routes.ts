import type { FastifyReply, FastifyRequest } from 'fastify'
import { acceptsHtml } from '../../http/lists/page.ts'
import type { Server } from '../../http/server.ts'
import { SECOND } from '../../kernel/duration.ts'
import type { PeopleDeps } from '../deps.ts'
import { parseRoleMapping } from '../rules/oidc-claims.ts'
import { checkSite, cookieValue, secondsUntil, sessionCookie, setCookie } from '../sessions/cookie.ts'
import { takeProviderLogIn } from '../sql/provider-log-ins.ts'
import { countLogIn } from '../telemetry.ts'
import { beginLink, type Link, linkProvider } from './link.ts'
import { logInByProvider } from './log-in.ts'
import type { OidcSettings, Provider, Transaction } from './provider.ts'
import { RefusedLogIn, refusalOf } from './refusal.ts'

/** Excluded from the OpenAPI document, because only browsers follow these routes. */
const hidden = { config: { access: 'public' }, schema: { hide: true } } as const
const LIFETIME_SECONDS = 600

type OidcDeps = { settings: OidcSettings; provider: Provider }

/** Routes of a log-in by an OpenID Connect provider: to the provider and back, in a browser. */
export function oidcRoutes(server: Server, deps: PeopleDeps, { settings, provider }: OidcDeps): void {
  const session = sessionCookie(deps.base_url)
  const cookie = { ...session, name: `${session.name}_oidc`, path: `${session.path}/oidc`, same_site: 'Lax' } as const
  const mapping = parseRoleMapping(settings.roles)
  const home = `${deps.base_url.replace(/\/v2$/, '')}/dashboard/`

  const options = { ...hidden, errorHandler: redirectRefused(home) }
  const begin = async (reply: FastifyReply, link?: Link) => {
    const { url, transaction } = await provider.begin()
    const value = seal(deps, {
      ...transaction,
      ...(link && { link }),
      expires: deps.clock() + LIFETIME_SECONDS * SECOND,
    })
    reply.header('set-cookie', setCookie(cookie, { value, seconds: LIFETIME_SECONDS }))
    return reply.redirect(url, 303)
  }

  server.get('/v2/sessions/oidc', options, (_, reply) => begin(reply))

  server.get('/v2/sessions/oidc/link', options, async ({ headers }, reply) => {
    checkSite(headers)
    return begin(reply, await beginLink(deps, cookieValue(headers.cookie ?? '', session.name) ?? ''))
  })

  server.get('/v2/sessions/oidc/callback', options, async (request, reply) => {
    reply.header('set-cookie', setCookie(cookie, null))
    const transaction = await consume(deps, open(deps, cookieValue(request.headers.cookie ?? '', cookie.name)))
    const query = request.url.split('?')[1] ?? ''
    const client = { address: request.clientAddress, user_agent: request.headers['user-agent'] ?? null }
    const readClaims = () => provider.finish(new URL(`${deps.base_url}/sessions/oidc/callback?${query}`), transaction)
    const known = { ...deps, settings, mapping }
    if (transaction.link !== undefined) {
      await linkProvider(known, await readClaims(), transaction.link)
      return reply.redirect(`${home}me`, 303)
    }
    const { refresh_token, ends_at } = await countLogIn(deps.telemetry, async () =>
      logInByProvider(known, await readClaims(), client),
    )
    const seconds = secondsUntil(ends_at, deps.clock())
    if (refresh_token !== null) reply.header('set-cookie', setCookie(session, { value: refresh_token, seconds }))
    return reply.redirect(home, 303)
  })
}

/**
 * Redirects a browser to the log-in page, which explains the code and shows nothing from the provider. A program gets
 * the error. The sentence, which names settings and claims, goes to the request log.
 */
function redirectRefused(home: string) {
  return (error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    if (!acceptsHtml(request)) throw error
    const refused = refusalOf(error)
    if (refused === 'error') request.failure = error
    else request.log.warn({ request_id: request.id, refused, reason: error.message }, 'log-in by the provider refused')
    return reply.redirect(`${home}login?${new URLSearchParams({ refused, request_id: request.id })}`, 303)
  }
}

type PendingLogIn = Transaction & { link?: Link; expires: number }

const CONTEXT = 'people/oidc'

function seal({ cipher }: PeopleDeps, pending: PendingLogIn): string {
  return cipher.seal(JSON.stringify(pending), CONTEXT).toString('base64url')
}

function open({ cipher, clock }: PeopleDeps, value: string | undefined): PendingLogIn {
  try {
    const pending = JSON.parse(cipher.open(Buffer.from(value ?? '', 'base64url'), CONTEXT)) as PendingLogIn
    if (pending.expires > clock()) return pending
  } catch {
    // Not a valid cookie of ours.
  }
  throw notBegun('was not begun by this browser, or more than 10 minutes ago')
}

/** Uses a log-in only once, because the cookie may have been copied and only the provider rejects a reused code. */
async function consume({ db }: PeopleDeps, pending: PendingLogIn): Promise<PendingLogIn> {
  if (await takeProviderLogIn(db, pending.state, new Date(pending.expires))) return pending
  throw notBegun('was used before')
}

function notBegun(reason: string): RefusedLogIn {
  const detail = `The log-in by the provider ${reason}. Begin again at /v2/sessions/oidc.`
  return new RefusedLogIn('bad_credentials', 'not_begun', { detail, header: 'Cookie' })
}
