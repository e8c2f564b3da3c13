import type { FastifyReply, FastifyRequest } from 'fastify'

type Directives = Readonly<Record<string, string | null>>

const OWN_PAGE: Directives = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'connect-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
  'require-trusted-types-for': "'script'",
  'trusted-types': "'none'",
}

/**
 * The content security policy of our own pages: scripts and styles from this server only, connections to this server
 * only, and scripts cannot parse data as markup. `changed` replaces directives; null omits a directive.
 */
export function pagePolicy(changed: Directives = {}): string {
  return Object.entries({ ...OWN_PAGE, ...changed })
    .flatMap(([name, sources]) => (sources === null ? [] : [`${name} ${sources}`]))
    .join('; ')
}

/** True if a browser opens a page. Programs and scripts do not accept HTML. */
export function acceptsHtml({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return headers.accept?.includes('text/html') === true
}

/**
 * Redirects to the address without its final slash, because relative URLs would resolve one level too deep; otherwise
 * null.
 */
export function withoutSlash({ url }: FastifyRequest, reply: FastifyReply): FastifyReply | null {
  const [pathname = '', query] = url.split('?', 2)
  if (!pathname.endsWith('/')) return null
  const last = pathname.split('/').at(-2)
  return reply.redirect(`../${last}${query === undefined ? '' : `?${query}`}`)
}

/** Denies other windows a reference to this page's window. */
export const OPENER_POLICY = { 'cross-origin-opener-policy': 'same-origin' } as const
