import type { FastifyReply, FastifyRequest } from 'fastify'
import { negotiateEncoding } from '../http/compression/negotiate.ts'
import { varyByEncoding } from '../http/compression/vary.ts'
import { matchesTag } from '../http/envelope.ts'
import { OPENER_POLICY, pagePolicy, withoutSlash } from '../http/lists/page.ts'
import type { Server } from '../http/server.ts'
import { routeNotFound } from '../kernel/errors.ts'
import type { Content } from './content.ts'
import { openRenderer } from './renderer.ts'

const POLICY = pagePolicy({ 'img-src': "'self' data:" })

const options = { config: { access: 'public' }, schema: { hide: true } } as const

/** The documentation at `/docs`, and the OpenAPI document. Pages are read and rendered on request. */
export function routes(server: Server, { base_url }: { base_url: string }): void {
  const renderer = openRenderer(base_url.replace(/\/v2$/, ''))
  server.addHook('onClose', () => renderer.close())
  const send = async (address: string, request: FastifyRequest, reply: FastifyReply) => {
    const content = await renderer.contentOf(address)
    if (content === null) throw routeNotFound()
    return sendContent(content, request, reply)
  }
  server.get('/docs', options, (request, reply) => withoutSlash(request, reply) ?? send('', request, reply))
  server.get<{ Params: { '*': string } }>(
    '/docs/*',
    options,
    (request, reply) => withoutSlash(request, reply) ?? send(request.params['*'], request, reply),
  )
}

function sendContent({ type, is_immutable, tag, bodies }: Content, { headers }: FastifyRequest, reply: FastifyReply) {
  const encoding = negotiateEncoding(headers['accept-encoding'])
  varyByEncoding(reply).headers({
    // Weak, because all codings of the content share it.
    etag: `W/${tag}`,
    'cache-control': is_immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
    'content-security-policy': POLICY,
    ...OPENER_POLICY,
  })
  if (matchesTag(headers['if-none-match'], tag)) return reply.code(304).send()
  if (encoding !== null) reply.header('content-encoding', encoding)
  return reply.type(type).send(bodies[encoding ?? 'identity'])
}
