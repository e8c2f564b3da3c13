import type { FastifyReply, FastifyRequest } from 'fastify'
import { RequestSlots } from '../request-slots.ts'

/** Smaller responses need no slot. */
const LARGE_BYTES = 262_144
/** Large responses that are being built or sent, in total and per organization. */
const SLOTS = {
  at_once: 16,
  at_once_of_one: 4,
  refusal: 'Too many large responses are being sent at the moment. Send the request again.',
}

/** Limits the memory of large responses, and serves organizations by round robin. */
export class LargeResponses {
  readonly #slots = new RequestSlots(SLOTS)

  /** Waits for a slot if the response is large. Throws `unavailable`. */
  async enter({ caller }: Pick<FastifyRequest, 'caller'>, reply: FastifyReply, bytes: number): Promise<void> {
    if (bytes > LARGE_BYTES) await this.#slots.enter(caller.organization_id, reply)
  }
}
