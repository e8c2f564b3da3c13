import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { AppError } from '../kernel/errors.ts'
import { canonicalJson } from '../kernel/json/canonical-json.ts'
import type { Caller } from './callers/caller.ts'

const KEY = /^[\x20-\x7e]{1,255}$/

/** The request header that makes a request safe to repeat. */
export const IdempotencyKey = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      'x-pattern': KEY.source,
      description:
        'A key that the client chooses: at most 255 printable ASCII characters. For 24 hours, a repeat with the same key and ' +
        'body returns the first response with the header `Idempotent-Replay: true` and has no effect. Errors are not stored. ' +
        'If the response was erased because it contained personal data, a repeat returns 410 and has no effect.',
    }),
  ),
})

export type KeyedRequest = {
  /** The caller, among the callers of one owner. */
  scope: string
  key: string
  /** Method and address, such as `POST /v2/orders/…/payments`. */
  operation: string
  /** SHA-256, independent of the order of members. */
  body_hash: Buffer
}

export type OperationResponse = { status: number; body: unknown; headers?: Readonly<Record<string, string>> }

/** The identity of a request; null without a key. Throws `malformed_header`. */
export function keyedRequest(request: FastifyRequest): KeyedRequest | null {
  const header = request.headers['idempotency-key']
  if (header === undefined) return null
  const key = String(header)
  if (!KEY.test(key)) {
    const detail = 'Idempotency-Key must be 1 to 255 printable ASCII characters.'
    throw new AppError('malformed_header', [{ detail, header: 'Idempotency-Key' }])
  }
  const operation = `${request.method} ${request.url}`
  return { scope: scopeOf(request.caller), key, operation, body_hash: hash(request.body) }
}

/** Sends the response of the operation. A header marks a replayed response. */
export function give(
  reply: FastifyReply,
  { status, headers = {}, body, replayed }: OperationResponse & { replayed: boolean },
) {
  reply.code(status).headers(headers)
  if (replayed) reply.header('idempotent-replay', 'true')
  return reply.send(body)
}

/**
 * People and shoppers do not share keys, and renewing a token keeps them. All other sellers of a store share theirs.
 */
function scopeOf({ role, person_id, session_id, customer_id, account_id, account_member_id }: Caller): string {
  if (person_id !== null) return `person ${person_id}`
  if (role === 'seller') return 'seller'
  const people = Object.entries({ customer_id, account_id, account_member_id }).filter(([, id]) => id !== null)
  return people.length === 0 ? `session ${session_id}` : people.map(([name, id]) => `${name} ${id}`).join(', ')
}

function hash(body: unknown): Buffer {
  return createHash('sha256').update(canonicalJson(body)).digest()
}
