import type { FastifyReply } from 'fastify'

/** Says to caches that the response depends on `Accept-Encoding`, beside what it depends on already. */
export function varyByEncoding(reply: FastifyReply): FastifyReply {
  const vary = [reply.getHeader('vary') ?? []].flat().join(', ')
  if (/(?:^|, *)(?:\*|accept-encoding)(?:,|$)/i.test(vary)) return reply
  return reply.header('vary', vary === '' ? 'Accept-Encoding' : `${vary}, Accept-Encoding`)
}
