import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** Sends chunks as they are read. They bypass the response schema, which describes only their media type. */
export function sendStream(reply: FastifyReply, chunks: AsyncIterable<string | Uint8Array>): FastifyReply {
  return reply.send(Readable.from(chunks))
}
