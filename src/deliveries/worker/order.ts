import type { LeasedJob } from '../../events/jobs.ts'

/** A leased job in memory, with the time since when (milliseconds since the epoch). */
export type BufferedJob = { job: LeasedJob; buffered_since: number }

/**
 * Jobs of one integration that wait for another job of their order key. A key is busy while any of its jobs is in memory, and
 * until a job to be retried has been settled.
 */
export class Order {
  readonly #waiting = new Map<string, BufferedJob[]>()
  #count = 0

  count(): number {
    return this.#count
  }

  isIdle(): boolean {
    return this.#waiting.size === 0
  }

  /** True if the job must wait for another job of its key; otherwise its key becomes busy. */
  mustWait(held: BufferedJob): boolean {
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

  /** Ends a job of the key and returns the next one; undefined if there is none. */
  next(order_key: string | null): BufferedJob | undefined {
    if (order_key === null) return undefined
    const next = this.#waiting.get(order_key)?.shift()
    if (next === undefined) this.#waiting.delete(order_key)
    else this.#count -= 1
    return next
  }

  /** Frees the key; returns the jobs that waited for it. */
  free(order_key: string | null): BufferedJob[] {
    if (order_key === null) return []
    const waiting = this.#waiting.get(order_key) ?? []
    this.#waiting.delete(order_key)
    this.#count -= waiting.length
    return waiting
  }

  /** Removes and returns all waiting jobs. Frees the keys of `dropped`, which are ready jobs; keys of running jobs stay busy. */
  empty(dropped: readonly BufferedJob[]): BufferedJob[] {
    const waiting = [...this.#waiting.values()].flatMap((of_key) => of_key.splice(0))
    this.#count = 0
    for (const { job } of dropped) if (job.order_key !== null) this.#waiting.delete(job.order_key)
    return waiting
  }
}
