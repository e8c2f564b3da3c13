import { ownIteration } from './own-iteration.ts'

/** Work holds the event loop for so long before everything else has its time. */
const MAX_HOLD_MS = 10

/** The time that a long computation may hold the event loop; to be asked between its pieces. */
export class LoopBudget {
  #ends = performance.now() + MAX_HOLD_MS

  isSpent(): boolean {
    return performance.now() >= this.#ends
  }

  /** Lets everything else that is due run first. */
  async renew(): Promise<void> {
    await ownIteration()
    this.#ends = performance.now() + MAX_HOLD_MS
  }
}
