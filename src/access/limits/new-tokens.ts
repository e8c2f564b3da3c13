import { networkOf } from '../../http/callers/client-address.ts'
import type { Clock } from '../../kernel/clock.ts'
import { MINUTE } from '../../kernel/duration.ts'
import { type Owner, ownerId } from '../../kernel/owner.ts'
import { Tries } from './tries.ts'

/**
 * Bounds what one network gets of tokens for shoppers, which need no secret, or opens of carts without being anybody. A
 * store's shoppers are counted apart from those of others. `most` a minute; 0 is no limit.
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

  /** Counts one for this network address. Throws `too_many_requests`. */
  count(owner: Owner, address: string): void {
    if (this.#most === 0) return
    const subject = `${ownerId(owner)} ${networkOf(address)}`
    this.#given.begin([{ subject, most: this.#most }], this.#clock())
  }
}
