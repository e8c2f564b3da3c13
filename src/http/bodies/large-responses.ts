import type { FastifyReply, FastifyRequest } from 'fastify'
import { busy, FairQueue } from '../../kernel/flow/fair-queue.ts'

/** Smaller responses need no place. */
const LARGE_BYTES = 262_144
/** Responses that a process makes or that wait for their client to read, in total and of one organization. */
const MAX_AT_ONCE = 16
const MAX_AT_ONCE_OF_ONE = 4
/** Of one organization. */
const MAX_WAITING_OF_ONE = 200
const REFUSAL = 'Too many large responses are being sent at the moment. Send the request again.'

/** Bounds the memory of large responses; organizations take turns. */
export class LargeResponses {
  readonly #queue = new FairQueue({
    clock: () => performance.now(),
    at_once: MAX_AT_ONCE,
    at_once_of_one: MAX_AT_ONCE_OF_ONE,
    waiting_of_one: MAX_WAITING_OF_ONE,
    refuse: () => busy(REFUSAL),
  })

  /** Waits for a place for a response of so many bytes, which it has until its connection has taken all of it. Throws `unavailable`. */
  async enter({ caller }: Pick<FastifyRequest, 'caller'>, reply: FastifyReply, bytes: number): Promise<void> {
    if (bytes <= LARGE_BYTES) return
    const leave = await this.#queue.enter({ owner_id: caller.organization_id, priority: 'later' })
    if (reply.raw.closed) leave()
    else reply.raw.once('close', leave)
  }
}
