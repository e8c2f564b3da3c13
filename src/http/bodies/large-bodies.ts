import type { FastifyInstance, FastifyRequest } from 'fastify'
import { RequestSlots } from '../request-slots.ts'
import { JSON_TYPE } from './json-body.ts'

const REFUSAL = 'Too many large requests are being processed at the moment. Send the request again.'
/** Slots for bodies, per process and per organization. Limited because a parsed body takes 20 times its size. */
const LARGE = { above_bytes: 262_144, at_once: 16, at_once_of_one: 4, refusal: REFUSAL }
const MEDIUM = { above_bytes: 32_768, at_once: 64, at_once_of_one: 16, refusal: REFUSAL }

/** Limits the memory of large bodies. While a request waits for a slot, its body is not read from the network. */
export function shareLargeBodies(server: FastifyInstance): void {
  const [medium, large] = [new RequestSlots(MEDIUM), new RequestSlots(LARGE)]
  server.addHook('preParsing', (request, reply, payload, done) => {
    const bytes = collectedBytes(request)
    if (bytes <= MEDIUM.above_bytes) return done(null, payload)
    const slots = bytes <= LARGE.above_bytes ? medium : large
    slots.enter(sharerOf(request), reply).then(() => done(null, payload), done)
  })
}

/**
 * Sellers share the slots of their organization. All other callers, who need no secret, share those of one
 * organization.
 */
function sharerOf({ callerOrNull }: FastifyRequest): string {
  return callerOrNull?.role === 'seller' ? callerOrNull.organization_id : ''
}

/** Counts JSON only, because other bodies are streamed. Chunked bodies have no known length. */
function collectedBytes({ headers }: FastifyRequest): number {
  if (!JSON_TYPE.test(headers['content-type'] ?? '')) return 0
  const length = headers['content-length']
  if (length !== undefined) return Number(length)
  return headers['transfer-encoding'] === undefined ? 0 : Infinity
}
