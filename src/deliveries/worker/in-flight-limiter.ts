import type { Clock } from '../../kernel/clock.ts'
import { whileAwake } from '../../kernel/repeat.ts'
import type { Priority } from './lane.ts'

/** Attempts younger than this, in milliseconds, count against the limits of quick ones. */
const SLOW_AFTER_MS: Record<Priority, number> = { first: 300, later: 100 }
/** Quick attempts in flight at most: with more the machine gets slower. */
const MOST_QUICK = 128
/** Of those, retries, replays and attempts at failing or slow endpoints. */
const MOST_QUICK_LATER = 25
/** Slow attempts in flight, past which no later one starts: each holds a socket. */
const MOST_SLOW = 4_000

const SORT_EVERY_MS = 50

/** `onSlowed` is called with attempts that have become slow. */
export type InFlightOptions = { clock: Clock; onSlowed: (permits: readonly Permit[]) => void }

/** An attempt in flight. */
export type Permit = {
  integration_id: string
  priority: Priority
  started_at: number
  state: 'quick' | 'slow' | 'ended'
}

/**
 * Limits attempts in flight. An attempt that takes long stops counting against the limits of quick ones, so that a few
 * hanging endpoints cannot use up the capacity of the others.
 */
export class InFlightLimiter {
  /** In the order of their start; ended ones are dropped when they reach the front. */
  readonly #permits: Record<Priority, Permit[]> = { first: [], later: [] }
  readonly #quick: Record<Priority, number> = { first: 0, later: 0 }
  #slow = 0
  readonly #options: InFlightOptions
  readonly #sorting = whileAwake(SORT_EVERY_MS, () => this.#sort())

  constructor(options: InFlightOptions) {
    this.#options = options
  }

  stop(): void {
    this.#sorting.stop()
  }

  /** The priorities of which another attempt may start. */
  available(): readonly Priority[] {
    const { first, later } = this.#quick
    if (first + later >= MOST_QUICK) return NONE
    return later < MOST_QUICK_LATER && this.#slow < MOST_SLOW ? BOTH : FIRST
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

  /** Returns whether the attempt was quick or slow. */
  ended(permit: Permit): 'quick' | 'slow' {
    const speed = permit.state === 'slow' ? 'slow' : 'quick'
    if (speed === 'slow') this.#slow -= 1
    else this.#quick[permit.priority] -= 1
    permit.state = 'ended'
    return speed
  }

  /** Whether attempts are in flight. */
  #sort(): boolean {
    const { clock, onSlowed } = this.#options
    const slowed = this.reclassify(clock())
    if (slowed.length > 0) onSlowed(slowed)
    return this.count() > 0
  }

  /** Counts attempts that have become slow as slow, and returns them. To be called often: it also drops ended ones. */
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
