import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '../db/database.ts'
import { type DueCondition, evaluateDue } from '../db/due/due.ts'
import { isOfOneRow } from '../db/due/due-row.ts'
import type { Clock } from '../kernel/clock.ts'
import { type Loop, repeat } from '../kernel/repeat.ts'

/** Work that no request waits for. */
export type DueWork = {
  name: string
  /** Milliseconds until the next step after one that had nothing to do; without it a step is taken at each look. */
  every_ms?: number
  /** No step is taken while it does not hold; without one a step looks for itself. */
  due?: DueCondition
  /**
   * Does one batch of what is due, and returns whether, or how much, there was; a long step ends early when the signal
   * aborts.
   */
  step: (now: number, signal: AbortSignal) => Promise<boolean | number>
}

type Options = { db: Database; clock: Clock; onError: (name: string, error: unknown) => void }

/** Milliseconds between two looks for due work while there is some, and while none is known of. */
const LOOK_EVERY_MS = { working: 250, resting: 1_000 }
/** Time that stopping waits for running steps; after it their transactions end with their connections. */
const STOP_TIMEOUT_MS = 3_000

/** `wake` says that there may be due work: it is looked for within a quarter of a second instead of a second. */
export type DueWorkLoop = Loop & { wake(): void }

/**
 * Takes steps while there are any to take, until it is stopped. One statement looks for the work of all lanes, which do not wait
 * for each other; in a lane, kinds of work take turns step by step. Several processes may do the same work.
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
    look_at = performance.now() + LOOK_EVERY_MS.resting
    const holding = conditions.length === 0 ? [] : await evaluateDue(options.db, conditions, options.clock())
    if (holding.includes(true)) wake()
    const idle = new Set(works.filter((_, index) => holding[index] !== true))
    for (const lane of running) lane.start((work) => !idle.has(work))
  }
  const loop = repeat(LOOK_EVERY_MS.working, look, (error) => options.onError('looking for due work', error))
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
  /** Work that may be due, by the last look and the steps since. */
  #due = new Set<DueWork>()
  /** By the clock of the process. */
  readonly #next_at = new Map<DueWork, number>()
  #running: Promise<void> | null = null

  constructor(works: readonly DueWork[], options: Options, signal: AbortSignal) {
    this.#works = works
    this.#options = options
    this.#signal = signal
  }

  /** Takes steps of what may be due; a lane that takes steps already includes it from now on. */
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

  /** Takes one step of each work, so that much of one does not delay another. Returns whether nothing is left. */
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

  /** Returns whether there was something to do, also a row that failed and is passed over. */
  async #takeStep({ name, step }: DueWork): Promise<boolean> {
    try {
      return Boolean(await step(this.#options.clock(), this.#signal))
    } catch (error) {
      this.#options.onError(name, error)
      return isOfOneRow(error)
    }
  }

  #rest(work: DueWork): void {
    this.#due.delete(work)
    this.#next_at.set(work, performance.now() + (work.every_ms ?? 0))
  }
}
