import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * The policy of a page of our own: it loads only scripts and styles of this server, connects only to it, and its scripts
 * cannot parse data as markup. `more` are sources that the page needs beside them.
 */
export function pagePolicy(...more: readonly string[]): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
    ...more,
  ].join('; ')
}

/** Redirects to the address without a slash at its end, with which relative URLs would be one level too deep; else null. */
export function withoutSlash({ url }: FastifyRequest, reply: FastifyReply): FastifyReply | null {
  const [pathname = '', query] = url.split('?', 2)
  if (!pathname.endsWith('/')) return null
  const last = pathname.split('/').at(-2)
  return reply.redirect(`../${last}${query === undefined ? '' : `?${query}`}`)
}
