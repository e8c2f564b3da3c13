import type { FastifyReply } from 'fastify'
import { busy, FairQueue } from '../kernel/flow/fair-queue.ts'

/** The number of concurrent requests with a slot, in total and per owner, and the error text for the others. */
type Slots = { at_once: number; at_once_of_one: number; refusal: string }

const MAX_WAITING_OF_ONE = 200

/** Slots that requests keep until their connection has taken the whole response. Owners are served by round robin. */
export class RequestSlots {
  readonly #queue: FairQueue

  constructor({ at_once, at_once_of_one, refusal }: Slots) {
    this.#queue = new FairQueue({
      at_once,
      at_once_of_one,
      waiting_of_one: MAX_WAITING_OF_ONE,
      refuse: () => busy(refusal),
    })
  }

  /** Waits for a slot. Throws `unavailable`. */
  async enter(owner_id: string, reply: FastifyReply): Promise<void> {
    const leave = await this.#queue.enter({ owner_id })
    if (reply.raw.closed) leave()
    else reply.raw.once('close', leave)
  }
}
