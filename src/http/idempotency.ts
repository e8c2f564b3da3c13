import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { canonicalJson } from '../kernel/canonical-json.ts'
import { AppError } from '../kernel/errors.ts'
import type { Caller } from './caller.ts'

/** The request header that makes a request safe to repeat. */
export const IdempotencyKey = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      description:
        'Printable ASCII, at most 255 characters, chosen by the caller. A repeat with the same key and body is answered ' +
        'for 24 hours as the first was, with the header `Idempotent-Replay: true`, and does nothing. Refusals are not kept. ' +
        'When the answer told of a person whose data has been erased since, a repeat is answered 410 and does nothing.',
    }),
  ),
})

/** What a request that may be repeated is known by. */
export type KeyedRequest = {
  /** Whose the key is among the callers of one owner. */
  scope: string
  key: string
  /** Method and address, such as `POST /v2/orders/…/payments`. */
  operation: string
  /** SHA-256; the order of members does not matter. */
  body_hash: Buffer
}

/** What an operation answers. */
export type Answer = { status: number; body: unknown; headers?: Readonly<Record<string, string>> }

/** What the request is known by; null when it carries no key. Throws `malformed_header`. */
export function keyedRequest(request: FastifyRequest): KeyedRequest | null {
  const header = request.headers['idempotency-key']
  if (header === undefined) return null
  const key = String(header)
  if (!/^[\x20-\x7e]{1,255}$/.test(key)) {
    const detail = 'Idempotency-Key must be 1 to 255 printable ASCII characters.'
    throw new AppError('malformed_header', [{ detail, header: 'Idempotency-Key' }])
  }
  const operation = `${request.method} ${request.url}`
  return { scope: scopeOf(request.caller), key, operation, body_hash: hash(request.body) }
}

/** Answers with what was done, or was done before. */
export function give(reply: FastifyReply, { status, headers = {}, body, replayed }: Answer & { replayed: boolean }) {
  reply.code(status).headers(headers)
  if (replayed) reply.header('idempotent-replay', 'true')
  return reply.send(body)
}

/** Two shoppers who choose the same key must not meet, and one who renews a token stays one. Sellers of a store are one. */
function scopeOf({ role, session_id, customer_id, account_id, account_member_id }: Caller): string {
  if (role === 'seller') return 'seller'
  const people = Object.entries({ customer_id, account_id, account_member_id }).filter(([, id]) => id !== null)
  return people.length === 0 ? `session ${session_id}` : people.map(([name, id]) => `${name} ${id}`).join(', ')
}

function hash(body: unknown): Buffer {
  return createHash('sha256').update(canonicalJson(body)).digest()
}
