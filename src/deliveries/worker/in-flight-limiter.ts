import type { Clock } from '../../kernel/clock.ts'
import { whileAwake } from '../../kernel/repeat.ts'
import type { Priority } from './lane.ts'

/** Age in milliseconds at which an attempt becomes slow and no longer counts against the limits of quick attempts. */
const SLOW_AFTER_MS: Record<Priority, number> = { first: 300, later: 100 }
/** Maximum number of quick attempts in flight; more would slow down the machine. */
const MAX_FAST = 128
/** Part of the quick attempts that may be retries, replays, or attempts at failing or slow endpoints. */
const MAX_FAST_LATER = 25
/** Number of slow attempts in flight above which no attempt of priority `later` starts, because each holds a socket. */
const MAX_SLOW = 4_000

const SORT_INTERVAL_MS = 50

/** `onSlowed` is called with attempts that have become slow. */
export type InFlightOptions = { clock: Clock; onSlowed: (permits: readonly Permit[]) => void }

export type Permit = {
  integration_id: string
  priority: Priority
  started_at: number
  state: 'quick' | 'slow' | 'ended'
}

/**
 * Limits attempts in flight. A long attempt stops counting against the limits of quick attempts, so that a few hanging endpoints
 * cannot use up the capacity of the others.
 */
export class InFlightLimiter {
  /** Permits in the order of their starts; ended permits are dropped at the front. */
  readonly #permits: Record<Priority, Permit[]> = { first: [], later: [] }
  readonly #quick: Record<Priority, number> = { first: 0, later: 0 }
  #slow = 0
  readonly #options: InFlightOptions
  readonly #sorting = whileAwake(SORT_INTERVAL_MS, () => this.#sort())

  constructor(options: InFlightOptions) {
    this.#options = options
  }

  stop(): void {
    this.#sorting.stop()
  }

  available(): readonly Priority[] {
    const { first, later } = this.#quick
    if (first + later >= MAX_FAST) return NONE
    return later < MAX_FAST_LATER && this.#slow < MAX_SLOW ? BOTH : FIRST
  }

  isFull(): boolean {
    return this.available() === NONE
  }

  count(): number {
    return this.#quick.first + this.#quick.later + this.#slow
  }

  started(integration_id: string, priority: Priority, now: number): Permit {
    const permit: Permit = { integration_id, priority, started_at: now, state: 'quick' }
    this.#permits[priority].push(permit)
    this.#quick[priority] += 1
    this.#sorting.wake()
    return permit
  }

  ended(permit: Permit): 'quick' | 'slow' {
    const speed = permit.state === 'slow' ? 'slow' : 'quick'
    if (speed === 'slow') this.#slow -= 1
    else this.#quick[permit.priority] -= 1
    permit.state = 'ended'
    return speed
  }

  /** Returns true while attempts are in flight. */
  #sort(): boolean {
    const { clock, onSlowed } = this.#options
    const slowed = this.reclassify(clock())
    if (slowed.length > 0) onSlowed(slowed)
    return this.count() > 0
  }

  /**
   * Counts attempts that have become slow as slow, and returns them. Must be called often, because it also drops ended permits.
   */
  reclassify(now: number): Permit[] {
    return [...this.#reclassify('first', now), ...this.#reclassify('later', now)]
  }

  #reclassify(priority: Priority, now: number): Permit[] {
    const permits = this.#permits[priority]
    const young = permits.findIndex((permit) => now - permit.started_at < SLOW_AFTER_MS[priority])
    const old = permits.splice(0, young === -1 ? permits.length : young)
    const moved = old.filter((permit) => permit.state === 'quick')
    for (const permit of moved) permit.state = 'slow'
    this.#quick[priority] -= moved.length
    this.#slow += moved.length
    return moved
  }
}

const NONE: readonly Priority[] = []
const FIRST: readonly Priority[] = ['first']
const BOTH: readonly Priority[] = ['first', 'later']
