import type { FastifyInstance, FastifyRequest } from 'fastify'
import { busy, FairQueue } from '../../kernel/flow/fair-queue.ts'
import { networkOf } from '../callers/client-address.ts'
import { JSON_TYPE } from './json-body.ts'

/** Larger bodies wait for a place: parsed, one of the largest takes some 100 MB. */
const LARGE_BYTES = 262_144
/** Large bodies that a process reads and works on at the same time, in total and of one organization. */
const MAX_AT_ONCE = 16
const MAX_AT_ONCE_OF_ONE = 4
const REFUSAL = 'Too many large requests are being processed at the moment. Send the request again.'

/** Bounds the memory of large bodies. While a request waits, its body stays in the network. */
export function shareLargeBodies(server: FastifyInstance): void {
  const queue = new FairQueue({
    clock: () => performance.now(),
    at_once: MAX_AT_ONCE,
    at_once_of_one: MAX_AT_ONCE_OF_ONE,
    refuse: () => busy(REFUSAL),
  })
  server.addHook('preParsing', async (request, reply) => {
    if (!isLarge(request)) return
    const { callerOrNull, clientAddress } = request
    const owner_id = callerOrNull?.organization_id ?? networkOf(clientAddress)
    const leave = await queue.enter({ owner_id, purpose: 'change' })
    if (reply.raw.closed) leave()
    else reply.raw.once('close', leave)
  })
}

/** Only JSON is collected in memory; chunks have no length. */
function isLarge({ headers }: FastifyRequest): boolean {
  const length = headers['content-length']
  const isLong = length === undefined ? headers['transfer-encoding'] !== undefined : Number(length) > LARGE_BYTES
  return isLong && JSON_TYPE.test(headers['content-type'] ?? '')
}
