import { nextIteration } from './next-iteration.ts'

/** Longest time that one computation blocks the event loop. */
const MAX_HOLD_MS = 10

/** Limits how long a computation blocks the event loop. Check the budget between its steps. */
export class LoopBudget {
  #ends = performance.now() + MAX_HOLD_MS

  isSpent(): boolean {
    return performance.now() >= this.#ends
  }

  /** Lets all other due work run first. */
  async renew(): Promise<void> {
    await nextIteration()
    this.#ends = performance.now() + MAX_HOLD_MS
  }
}
