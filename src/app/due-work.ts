import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '../db/database.ts'
import { type DueCondition, evaluateDue } from '../db/due/due.ts'
import { isRowError } from '../db/due/due-row.ts'
import type { Clock } from '../kernel/clock.ts'
import { type Loop, repeat } from '../kernel/repeat.ts'

/** Background work, which no request waits for. */
export type DueWork = {
  name: string
  /** Pause in milliseconds after a step without work; by default a step runs at each poll. */
  every_ms?: number
  /** Condition for running a step; by default the step checks for itself. */
  due?: DueCondition
  /**
   * Processes one batch of due work, and returns true or a count if there was any; a long step stops early on abort.
   */
  step: (now: number, signal: AbortSignal) => Promise<boolean | number>
}

type Options = { db: Database; clock: Clock; onError: (name: string, error: unknown) => void }

/** Poll intervals in milliseconds while there is work, and while there is none. */
const POLL_INTERVAL_MS = { working: 250, resting: 1_000 }
/** Time that stopping waits for running steps; afterwards their transactions end with their connections. */
const STOP_TIMEOUT_MS = 3_000

/** `wake` announces possible work, so that the next poll comes within 250 ms instead of a second. */
export type DueWorkLoop = Loop & { wake(): void }

/**
 * Polls for work and runs steps until stopped. One statement checks all lanes, which are independent; within a lane,
 * kinds of work alternate step by step. Several processes may do the same work.
 */
export function startDueWork(lanes: readonly (readonly DueWork[])[], options: Options): DueWorkLoop {
  const stopping = new AbortController()
  const running = lanes.map((works) => new Lane(works, options, stopping.signal))
  const works = lanes.flat().filter(({ due }) => due !== undefined)
  const conditions = works.flatMap(({ due }) => due ?? [])
  let look_at = 0
  const wake = () => {
    look_at = 0
  }
  const look = async () => {
    if (performance.now() < look_at) return
    look_at = performance.now() + POLL_INTERVAL_MS.resting
    const holding = conditions.length === 0 ? [] : await evaluateDue(options.db, conditions, options.clock())
    if (holding.includes(true)) wake()
    const idle = new Set(works.filter((_, index) => holding[index] !== true))
    for (const lane of running) lane.start((work) => !idle.has(work))
  }
  const loop = repeat(POLL_INTERVAL_MS.working, look, (error) => options.onError('looking for due work', error))
  return {
    wake,
    async stop() {
      stopping.abort()
      const stopped = Promise.all([loop.stop(), ...running.map((lane) => lane.ended())])
      await Promise.race([stopped, wait(STOP_TIMEOUT_MS, undefined, { ref: false })])
    },
  }
}

class Lane {
  readonly #works: readonly DueWork[]
  readonly #options: Options
  readonly #signal: AbortSignal
  /** Work that may be due, by the last poll and the steps since. */
  #due = new Set<DueWork>()
  /** Times of the process's clock. */
  readonly #next_at = new Map<DueWork, number>()
  #running: Promise<void> | null = null

  constructor(works: readonly DueWork[], options: Options, signal: AbortSignal) {
    this.#works = works
    this.#options = options
    this.#signal = signal
  }

  /** Runs steps of the work that may be due; a running lane includes it from now on. */
  start(mayBeDue: (work: DueWork) => boolean): void {
    this.#due = new Set(this.#works.filter(mayBeDue))
    this.#running ??= this.#run().finally(() => {
      this.#running = null
    })
  }

  async ended(): Promise<void> {
    await this.#running
  }

  async #run(): Promise<void> {
    let isDone = false
    while (!isDone) isDone = await this.#takeRound()
  }

  /**
   * Runs one step of each kind, so that much work of one kind does not delay another. Returns true if nothing is left.
   */
  async #takeRound(): Promise<boolean> {
    let isDone = true
    for (const work of this.#works) {
      if (this.#signal.aborted) return true
      if (!this.#due.has(work) || performance.now() < (this.#next_at.get(work) ?? 0)) continue
      if (await this.#takeStep(work)) isDone = false
      else this.#rest(work)
    }
    return isDone
  }

  /** Returns true if there was work, including a failed row that is skipped. */
  async #takeStep({ name, step }: DueWork): Promise<boolean> {
    try {
      return Boolean(await step(this.#options.clock(), this.#signal))
    } catch (error) {
      this.#options.onError(name, error)
      return isRowError(error)
    }
  }

  #rest(work: DueWork): void {
    this.#due.delete(work)
    this.#next_at.set(work, performance.now() + (work.every_ms ?? 0))
  }
}
