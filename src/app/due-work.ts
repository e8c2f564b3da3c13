import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '../db/database.ts'
import { type DueCondition, evaluateDue } from '../db/due/due.ts'
import type { Clock } from '../kernel/clock.ts'
import { type Loop, repeat } from '../kernel/repeat.ts'

/** Work that no request waits for. */
export type DueWork = {
  name: string
  /** Milliseconds between the end of its last step and the next; without it a step is taken at each look. */
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
/** Steps of one work before the next one of its lane. */
const MAX_STEPS = 50
/** Time that stopping waits for running steps; after it their transactions end with their connections. */
const STOP_TIMEOUT_MS = 3_000

/** `wake` says that there may be due work: it is looked for within a quarter of a second instead of a second. */
export type DueWorkLoop = Loop & { wake(): void }

/**
 * Takes steps while there are any to take, until it is stopped. One statement looks for the work of all lanes; the work of a
 * lane is done in its order, so that lanes do not wait for each other. Several processes may do the same work.
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
    if (performance.now() < look_at || running.every((lane) => lane.isBusy())) return
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
  /** By the clock of the process. */
  readonly #next_at = new Map<DueWork, number>()
  #running: Promise<void> | null = null

  constructor(works: readonly DueWork[], options: Options, signal: AbortSignal) {
    this.#works = works
    this.#options = options
    this.#signal = signal
  }

  isBusy(): boolean {
    return this.#running !== null
  }

  /** Takes steps of what may be due, unless it is still at it. */
  start(mayBeDue: (work: DueWork) => boolean): void {
    this.#running ??= this.#run(mayBeDue).finally(() => {
      this.#running = null
    })
  }

  async ended(): Promise<void> {
    await this.#running
  }

  async #run(mayBeDue: (work: DueWork) => boolean): Promise<void> {
    for (const work of this.#works) {
      if (this.#signal.aborted || performance.now() < (this.#next_at.get(work) ?? 0) || !mayBeDue(work)) continue
      const isDone = await this.#takeSteps(work).catch((error: unknown) => {
        this.#options.onError(work.name, error)
        return true
      })
      this.#next_at.set(work, performance.now() + (isDone ? (work.every_ms ?? 0) : 0))
    }
  }

  /** Returns whether nothing is left. */
  async #takeSteps({ step }: DueWork): Promise<boolean> {
    for (let steps = 0; steps < MAX_STEPS && !this.#signal.aborted; steps += 1) {
      if (!(await step(this.#options.clock(), this.#signal))) return true
    }
    return false
  }
}
