import type { FastifyInstance, FastifyRequest } from 'fastify'
import { busy, FairQueue } from '../../kernel/flow/fair-queue.ts'
import { JSON_TYPE } from './json-body.ts'

/** Bodies that wait for a place, and how many of a process and of one organization have one: parsed, a body takes 20 times as much. */
const LARGE = { above_bytes: 262_144, at_once: 16, at_once_of_one: 4 }
const MEDIUM = { above_bytes: 32_768, at_once: 64, at_once_of_one: 16 }
/** Of one organization. */
const MAX_WAITING_OF_ONE = 200
const REFUSAL = 'Too many large requests are being processed at the moment. Send the request again.'

/** Bounds the memory of large bodies. While a request waits, its body stays in the network. */
export function shareLargeBodies(server: FastifyInstance): void {
  const [medium, large] = [queueOf(MEDIUM), queueOf(LARGE)]
  server.addHook('preParsing', async (request, reply) => {
    const bytes = collectedBytes(request)
    if (bytes <= MEDIUM.above_bytes) return
    const queue = bytes <= LARGE.above_bytes ? medium : large
    const leave = await queue.enter({ owner_id: sharerOf(request), priority: 'later' })
    if (reply.raw.closed) leave()
    else reply.raw.once('close', leave)
  })
}

function queueOf({ at_once, at_once_of_one }: typeof LARGE): FairQueue {
  return new FairQueue({
    clock: () => performance.now(),
    ...{ at_once, at_once_of_one },
    waiting_of_one: MAX_WAITING_OF_ONE,
    refuse: () => busy(REFUSAL),
  })
}

/** Sellers have places of their organization. All others, who need no secret, have together as many as one. */
function sharerOf({ callerOrNull }: FastifyRequest): string {
  return callerOrNull?.role === 'seller' ? callerOrNull.organization_id : ''
}

/** Only JSON is collected in memory; chunks have no length. */
function collectedBytes({ headers }: FastifyRequest): number {
  if (!JSON_TYPE.test(headers['content-type'] ?? '')) return 0
  const length = headers['content-length']
  if (length !== undefined) return Number(length)
  return headers['transfer-encoding'] === undefined ? 0 : Infinity
}
