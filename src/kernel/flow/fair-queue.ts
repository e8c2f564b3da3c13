import { AppError } from '../errors.ts'
import { RoundRobin } from './round-robin.ts'

/** The owner that work is done for, null for work of the process itself, which is not limited. Without a priority it is `later`. */
export type Requested = { owner_id: string | null; priority?: Priority }
type Priority = 'first' | 'later'

export type FairQueueOptions = {
  /** Work that may run at a time. */
  at_once: number
  /** Work of one owner that may run at a time. Default: all of it. */
  at_once_of_one?: number
  /** Work of one owner and priority that may wait. */
  waiting_of_one?: number
  /** Work that may wait in total; beyond it at most one of each owner and priority waits. */
  waiting?: number
  /** Milliseconds after which waiting work is refused. */
  patience?: Readonly<Partial<Record<Priority, number>>>
  /** The error for work that is refused. */
  refuse: () => Error
}

type Waiter = {
  owner_id: string | null
  /** Ends its patience. */
  timer: ReturnType<typeof setTimeout> | undefined
  start(): void
}

const MAX_WAITING_OF_ONE = 40
const MAX_WAITING = 1000
/** Milliseconds, for log-ins and changes. A person who logs in waits in front of a screen; programs that create give up after a minute. */
const PATIENCE: Readonly<Record<Priority, number>> = { first: 10_000, later: 30_000 }
/** While work of the lower priority waits, every fifth start is one of it. */
const MAX_FIRST_IN_A_ROW = 4

/** Shares what only few can use at a time: owners take turns. */
export class FairQueue {
  readonly #options: Required<Omit<FairQueueOptions, 'patience'>>
  readonly #patience: Readonly<Record<Priority, number>>
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
    this.#patience = { ...PATIENCE, ...options.patience }
  }

  /** Rejects with the error of the options if too much waits already, or if the turn does not come in time. */
  async run<T>(request: Requested, work: () => Promise<T>): Promise<T> {
    if (!this.#tryStart(request.owner_id)) await this.#wait(request)
    try {
      return await work()
    } finally {
      this.#ended(request.owner_id)
    }
  }

  /** The same for work that ends with a call of the function that this resolves to. */
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
    const patience = this.#patience[priority]
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
    if (Number.isFinite(patience)) waiter.timer = setTimeout(refuseLate, patience).unref()
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

/** An error for what many use at the moment. */
export function busy(detail: string): AppError {
  return new AppError('unavailable', [{ detail }], { headers: { 'retry-after': '5' } })
}
