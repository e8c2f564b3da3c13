import type { FastifyReply } from 'fastify'

export function varyByEncoding(reply: FastifyReply): FastifyReply {
  const vary = [reply.getHeader('vary') ?? []].flat().join(', ')
  if (/(?:^|, *)(?:\*|accept-encoding)(?:,|$)/i.test(vary)) return reply
  return reply.header('vary', vary === '' ? 'Accept-Encoding' : `${vary}, Accept-Encoding`)
}
