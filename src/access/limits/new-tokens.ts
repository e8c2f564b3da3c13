import { networkOf } from '../../http/callers/client-address.ts'
import type { Clock } from '../../kernel/clock.ts'
import { MINUTE } from '../../kernel/duration.ts'
import { type Owner, ownerId } from '../../kernel/owner.ts'
import { Tries } from './tries.ts'

/**
 * Limits the secretless shopper tokens and anonymous carts of one network, per store. `most` is the limit per minute; 0
 * disables it.
 */
export class NewTokens {
  readonly #given: Tries
  readonly #most: number
  readonly #clock: Clock

  constructor(most: number, clock: Clock, what: 'tokens' | 'carts' = 'tokens') {
    this.#given = new Tries({ window: MINUTE, detail: `Too many new ${what}: keep the one that you have, or wait.` })
    this.#most = most
    this.#clock = clock
  }

  /** Counts a token or cart for this network address. Throws `too_many_requests`. */
  count(owner: Owner, address: string): void {
    if (this.#most === 0) return
    const subject = `${ownerId(owner)} ${networkOf(address)}`
    this.#given.begin([{ subject, most: this.#most }], this.#clock())
  }
}
