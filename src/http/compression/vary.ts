import type { FastifyReply } from 'fastify'

/** Adds `Accept-Encoding` to the `Vary` header. */
export function varyByEncoding(reply: FastifyReply): FastifyReply {
  const vary = [reply.getHeader('vary') ?? []].flat().join(', ')
  if (/(?:^|, *)(?:\*|accept-encoding)(?:,|$)/i.test(vary)) return reply
  return reply.header('vary', vary === '' ? 'Accept-Encoding' : `${vary}, Accept-Encoding`)
}
