import { networkOf } from '../http/client-address.ts'
import type { Clock } from '../kernel/clock.ts'
import { type Owner, ownerId } from '../kernel/owner.ts'
import { Tries } from './tries.ts'

const MINUTE = 60_000

/**
 * Bounds what one network gets of tokens for shoppers, which need no secret: each may make as many requests as a key. A
 * store's shoppers are counted apart from those of others. `most` a minute; 0 is no limit.
 */
export class NewTokens {
  readonly #given = new Tries({ window: MINUTE, detail: 'Too many new tokens: keep the one that you have, or wait.' })
  readonly #most: number
  readonly #clock: Clock

  constructor(most: number, clock: Clock) {
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
