import type { LeasedJob } from '../../events/jobs.ts'

/** A leased job in memory, and since when (milliseconds since the epoch). */
export type HeldJob = { job: LeasedJob; held_since: number }

/**
 * The jobs of one integration that wait for another job of their order key. A key is taken from when a job of it is held
 * until nothing of it is, also while a job is to be retried and that is not written yet.
 */
export class Order {
  readonly #waiting = new Map<string, HeldJob[]>()
  #count = 0

  /** How many wait. */
  count(): number {
    return this.#count
  }

  /** Whether no key is taken. */
  isIdle(): boolean {
    return this.#waiting.size === 0
  }

  /** Whether the job has to wait for another one of its key; if not, the key is taken from now on. */
  holdsBack(held: HeldJob): boolean {
    const { order_key } = held.job
    if (order_key === null) return false
    const waiting = this.#waiting.get(order_key)
    if (waiting === undefined) {
      this.#waiting.set(order_key, [])
      return false
    }
    waiting.push(held)
    this.#count += 1
    return true
  }

  /** A job of the key is over: the next one, undefined when there is none. */
  next(order_key: string | null): HeldJob | undefined {
    if (order_key === null) return undefined
    const next = this.#waiting.get(order_key)?.shift()
    if (next === undefined) this.#waiting.delete(order_key)
    else this.#count -= 1
    return next
  }

  /** Frees the key; returns the jobs that waited. */
  free(order_key: string | null): HeldJob[] {
    if (order_key === null) return []
    const waiting = this.#waiting.get(order_key) ?? []
    this.#waiting.delete(order_key)
    this.#count -= waiting.length
    return waiting
  }

  /** Returns all that wait. The keys of `dropped`, which did not wait, are free; those of running jobs stay taken. */
  empty(dropped: readonly HeldJob[]): HeldJob[] {
    const waiting = [...this.#waiting.values()].flatMap((of_key) => of_key.splice(0))
    this.#count = 0
    for (const { job } of dropped) if (job.order_key !== null) this.#waiting.delete(job.order_key)
    return waiting
  }
}
