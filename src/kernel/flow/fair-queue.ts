import type { Clock } from '../clock.ts'
import { AppError } from '../errors.ts'

/** Whose work it is, and what for: a log-in, for which a person waits, goes before what creates or changes. */
export type Requested = { owner_id: string; purpose: Purpose }
type Purpose = 'log_in' | 'change'

export type FairQueueOptions = {
  /** How many may run at a time. */
  at_once: number
  clock: Clock
  /** A sentence for those who are refused. */
  refusal: string
}

type Waiter = { since: number; start(): void; refuse(error: AppError): void }

/** Of one owner and purpose. */
const MOST_OF_ONE = 40
/** In total; beyond it at most one of each owner and purpose waits. */
const MOST_WAITING = 1000
/** Milliseconds. A person who logs in waits in front of a screen; programs that create give up after a minute. */
const LONGEST_WAIT: Readonly<Record<Purpose, number>> = { log_in: 10_000, change: 30_000 }
/** While changes wait, every fifth start is one of them. */
const MOST_LOG_INS_IN_A_ROW = 4

/** Runs work of many owners, a few at a time: log-ins first, and of each purpose one owner after the other. */
export class FairQueue {
  readonly #options: FairQueueOptions
  /** By owner, in the order of their turns; no line is empty. */
  readonly #lines: Record<Purpose, Map<string, Waiter[]>> = { log_in: new Map(), change: new Map() }
  #running = 0
  #waiting = 0
  #logInsInARow = 0

  constructor(options: FairQueueOptions) {
    this.#options = options
  }

  /** Throws `unavailable` instead of running when too many wait already, or when its turn does not come in time. */
  async run<T>(request: Requested, work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#options.at_once) await this.#wait(request)
    else this.#running += 1
    try {
      return await work()
    } finally {
      this.#startNext()
    }
  }

  #wait({ owner_id, purpose }: Requested): Promise<void> {
    const lines = this.#lines[purpose]
    const line = lines.get(owner_id) ?? []
    if (line.length >= (this.#waiting < MOST_WAITING ? MOST_OF_ONE : 1)) throw tooMany(this.#options)
    const { promise, resolve: start, reject: refuse } = Promise.withResolvers<void>()
    line.push({ since: this.#options.clock(), start, refuse })
    lines.set(owner_id, line)
    this.#waiting += 1
    return promise
  }

  #startNext(): void {
    this.#refuseLate()
    const { log_in, change } = this.#lines
    const isChange = log_in.size === 0 || (change.size > 0 && this.#logInsInARow >= MOST_LOG_INS_IN_A_ROW)
    const next = this.#take(isChange ? change : log_in)
    if (next === undefined) this.#running -= 1
    else next.start()
    this.#logInsInARow = isChange ? 0 : this.#logInsInARow + 1
  }

  /** The first of the owner whose turn it is; that owner is the last one then. */
  #take(lines: Map<string, Waiter[]>): Waiter | undefined {
    const [owner_id, line = []] = lines.entries().next().value ?? []
    const next = line.shift()
    if (owner_id === undefined || next === undefined) return undefined
    this.#waiting -= 1
    lines.delete(owner_id)
    if (line.length > 0) lines.set(owner_id, line)
    return next
  }

  #refuseLate(): void {
    this.#refuseBefore(this.#lines.log_in, this.#options.clock() - LONGEST_WAIT.log_in)
    this.#refuseBefore(this.#lines.change, this.#options.clock() - LONGEST_WAIT.change)
  }

  #refuseBefore(lines: Map<string, Waiter[]>, time: number): void {
    for (const [owner_id, line] of lines) {
      const inTime = line.findIndex(({ since }) => since > time)
      const late = line.splice(0, inTime === -1 ? line.length : inTime)
      for (const waiter of late) waiter.refuse(tooMany(this.#options))
      this.#waiting -= late.length
      if (line.length === 0) lines.delete(owner_id)
    }
  }
}

function tooMany({ refusal }: FairQueueOptions): AppError {
  return new AppError('unavailable', [{ detail: refusal }], { headers: { 'retry-after': '5' } })
}
