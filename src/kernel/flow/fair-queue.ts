import { AppError } from '../errors.ts'
import { RoundRobin } from './round-robin.ts'

/** The owner of the work; null for the process itself, which is not limited. The default priority is `later`. */
export type Requested = { owner_id: string | null; priority?: Priority }
type Priority = 'first' | 'later'

export type FairQueueOptions = {
  at_once: number
  /** Maximum number of one owner's running tasks. Default: `at_once`. */
  at_once_of_one?: number
  /** Maximum number of waiting tasks per owner and priority. */
  waiting_of_one?: number
  /** Maximum number of waiting tasks in total. Beyond it, each owner may still have one task waiting per priority. */
  waiting?: number
  /** Milliseconds after which waiting work is rejected. */
  timeout_ms?: Readonly<Partial<Record<Priority, number>>>
  refuse: () => Error
}

type Waiter = {
  owner_id: string | null
  /** Rejects the work when its wait is over. */
  timer: ReturnType<typeof setTimeout> | undefined
  start(): void
}

const MAX_WAITING_OF_ONE = 40
const MAX_WAITING = 1000
/**
 * Milliseconds. Log-ins wait less because a person waits in front of a screen. Programs that create resources give up
 * after a minute.
 */
const TIMEOUT_MS: Readonly<Record<Priority, number>> = { first: 10_000, later: 30_000 }
/** Every fifth start is of the lower priority while such work waits. */
const MAX_FIRST_IN_A_ROW = 4

/** Shares limited capacity by round robin over owners. */
export class FairQueue {
  readonly #options: Required<Omit<FairQueueOptions, 'timeout_ms'>>
  readonly #timeout_ms: Readonly<Record<Priority, number>>
  readonly #waiters: Record<Priority, RoundRobin<string | null, Waiter>> = {
    first: new RoundRobin(),
    later: new RoundRobin(),
  }
  readonly #runningOf = new Map<string, number>()
  #running = 0
  #waiting = 0
  #firstInARow = 0

  constructor(options: FairQueueOptions) {
    const defaults = { waiting_of_one: MAX_WAITING_OF_ONE, waiting: MAX_WAITING }
    this.#options = { at_once_of_one: options.at_once, ...defaults, ...options }
    this.#timeout_ms = { ...TIMEOUT_MS, ...options.timeout_ms }
  }

  /** Rejects with the error of the options if too much work waits, or if the work does not start in time. */
  async run<T>(request: Requested, work: () => Promise<T>): Promise<T> {
    if (!this.#tryStart(request.owner_id)) await this.#wait(request)
    try {
      return await work()
    } finally {
      this.#ended(request.owner_id)
    }
  }

  /** Like `run`, for work that ends when the caller calls the returned function. */
  async enter(request: Requested): Promise<() => void> {
    if (!this.#tryStart(request.owner_id)) await this.#wait(request)
    return () => this.#ended(request.owner_id)
  }

  #tryStart(owner_id: string | null): boolean {
    if (this.#running >= this.#options.at_once || !this.#mayRun(owner_id)) return false
    this.#started(owner_id)
    return true
  }

  #mayRun(owner_id: string | null): boolean {
    return owner_id === null || (this.#runningOf.get(owner_id) ?? 0) < this.#options.at_once_of_one
  }

  #started(owner_id: string | null): void {
    this.#running += 1
    if (owner_id !== null) this.#runningOf.set(owner_id, (this.#runningOf.get(owner_id) ?? 0) + 1)
  }

  #ended(owner_id: string | null): void {
    this.#running -= 1
    if (owner_id !== null) {
      const left = (this.#runningOf.get(owner_id) ?? 1) - 1
      if (left === 0) this.#runningOf.delete(owner_id)
      else this.#runningOf.set(owner_id, left)
    }
    if (this.#waiting > 0) this.#startNext()
  }

  #wait({ owner_id, priority = 'later' }: Requested): Promise<void> {
    const { waiting, waiting_of_one, refuse } = this.#options
    const timeout_ms = this.#timeout_ms[priority]
    const waiters = this.#waiters[priority]
    const most = this.#waiting < waiting ? waiting_of_one : 1
    if (owner_id !== null && waiters.countOf(owner_id) >= most) throw refuse()
    const { promise, resolve: start, reject } = Promise.withResolvers<void>()
    const waiter: Waiter = { owner_id, timer: undefined, start }
    const refuseLate = () => {
      waiters.remove(owner_id, waiter)
      this.#waiting -= 1
      reject(refuse())
    }
    if (Number.isFinite(timeout_ms)) waiter.timer = setTimeout(refuseLate, timeout_ms).unref()
    waiters.add(owner_id, waiter)
    this.#waiting += 1
    return promise
  }

  #startNext(): void {
    const { first, later } = this.#waiters
    const isLater = first.isEmpty() || (!later.isEmpty() && this.#firstInARow >= MAX_FIRST_IN_A_ROW)
    const mayRun = (owner_id: string | null) => this.#mayRun(owner_id)
    const next = isLater ? (later.take(mayRun) ?? first.take(mayRun)) : (first.take(mayRun) ?? later.take(mayRun))
    if (next === undefined) return
    this.#firstInARow = isLater ? 0 : this.#firstInARow + 1
    clearTimeout(next.timer)
    this.#waiting -= 1
    this.#started(next.owner_id)
    next.start()
  }
}

/** A resource is contended; the client should retry. */
export function busy(detail: string): AppError {
  return new AppError('unavailable', [{ detail }], { headers: { 'retry-after': '5' } })
}
