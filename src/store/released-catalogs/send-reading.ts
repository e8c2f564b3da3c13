import type { FastifyReply, FastifyRequest } from 'fastify'
import { matchesTag } from '../../http/envelope.ts'
import { releaseCache } from '../catalog/cache/process-cache.ts'
import { SHOPPER_VARY } from '../catalog/cache/validators.ts'
import type { RouteDeps } from '../kit/routes.ts'
import type { RowReader } from './languages.ts'
import type { Reading } from './reading.ts'

/** A body that is being read, and its reader, which collects the languages used. */
type Opened = { reader: RowReader; body: Promise<object> }

type CachedBody = { text: string; headers: Record<string, string> }

/**
 * Responds with 304 before reading anything, with the text cached under the ETag, or with the result of `open`.
 * Responses without an ETag are not cached.
 */
export async function sendReading(
  { db }: Pick<RouteDeps, 'db'>,
  request: FastifyRequest,
  reply: FastifyReply,
  { ref, validators }: Reading,
  open: () => Opened,
) {
  const read = async () => {
    const { reader, body } = open()
    return { body: await body, headers: reader.headers() }
  }
  if (validators === undefined) {
    const { body, headers } = await read()
    reply.headers(headers)
    return body
  }
  const { etag, cache_control } = validators
  const known = { etag, 'cache-control': cache_control, vary: SHOPPER_VARY }
  const { 'if-none-match': if_none_match } = request.headers
  // `*` requires that the resource exists, which the ETag alone does not show.
  if (if_none_match?.trim() !== '*' && matchesTag(if_none_match, etag)) return reply.code(304).headers(known).send()
  const { text, headers } = await releaseCache().get<CachedBody>(db, ref, `body ${etag}`, async () => {
    const { body, headers } = await read()
    return { text: String(reply.serialize(body)), headers }
  })
  return reply
    .headers({ ...known, ...headers })
    .type(JSON_RESPONSE)
    .send(text)
}

const JSON_RESPONSE = 'application/json; charset=utf-8'
