import type { FastifyReply, FastifyRequest } from 'fastify'
import { RequestSlots } from '../request-slots.ts'

/** Smaller responses need no slot. */
const LARGE_BYTES = 262_144
/** Responses that a process makes or that wait for their client to read, in total and of one organization. */
const SLOTS = {
  at_once: 16,
  at_once_of_one: 4,
  refusal: 'Too many large responses are being sent at the moment. Send the request again.',
}

/** Bounds the memory of large responses; organizations take turns. */
export class LargeResponses {
  readonly #slots = new RequestSlots(SLOTS)

  /** Waits for a slot for a response of so many bytes. Throws `unavailable`. */
  async enter({ caller }: Pick<FastifyRequest, 'caller'>, reply: FastifyReply, bytes: number): Promise<void> {
    if (bytes > LARGE_BYTES) await this.#slots.enter(caller.organization_id, reply)
  }
}
