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
 * The policy of a page of our own: it loads only scripts and styles of this server, connects only to it, and its scripts
 * cannot parse data as markup. `changed` are directives of the page that differ; those that are null are left out.
 */
export function pagePolicy(changed: Directives = {}): string {
  return Object.entries({ ...OWN_PAGE, ...changed })
    .flatMap(([name, sources]) => (sources === null ? [] : [`${name} ${sources}`]))
    .join('; ')
}

/** Whether it is a browser that opens a page: programs, and scripts of pages, do not name HTML. */
export function acceptsHtml({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return headers.accept?.includes('text/html') === true
}

/** Redirects to the address without a slash at its end, with which relative URLs would be one level too deep; else null. */
export function withoutSlash({ url }: FastifyRequest, reply: FastifyReply): FastifyReply | null {
  const [pathname = '', query] = url.split('?', 2)
  if (!pathname.endsWith('/')) return null
  const last = pathname.split('/').at(-2)
  return reply.redirect(`../${last}${query === undefined ? '' : `?${query}`}`)
}

/** No page that opens this one, or that it opens, keeps a hold on its window. */
export const OPENER_POLICY = { 'cross-origin-opener-policy': 'same-origin' } as const
