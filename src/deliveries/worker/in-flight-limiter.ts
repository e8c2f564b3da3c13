import type { Turn } from './lanes.ts'

/** Attempts younger than this, in milliseconds, count against the limits of quick ones. */
const SLOW_AFTER_MS: Record<Turn, number> = { first: 300, later: 100 }
/** More at once make the machine slower, not faster. */
const MOST_QUICK = 128
/** Of those, how many may be retries, replays and attempts at endpoints in trouble. */
const MOST_QUICK_LATER = 25
/** Hanging endpoints hold a socket each. With so many, later ones wait; first ones, for endpoints that answer, do not. */
const MOST_SLOW = 4_000

/** An attempt in flight. */
export type Permit = { integration_id: string; turn: Turn; started_at: number; state: 'quick' | 'slow' | 'ended' }

/**
 * Counts attempts in flight so that a few hanging endpoints cannot use up what the rest needs: an attempt that takes long
 * stops counting against the limits of quick ones.
 */
export class InFlightLimiter {
  /** In the order of their start; those that have ended are dropped when they come to the front. */
  readonly #tickets: Record<Turn, Permit[]> = { first: [], later: [] }
  readonly #quick: Record<Turn, number> = { first: 0, later: 0 }
  #slow = 0

  /** The turns that have room for another attempt. */
  room(): readonly Turn[] {
    const { first, later } = this.#quick
    if (first + later >= MOST_QUICK) return NONE
    return later < MOST_QUICK_LATER && this.#slow < MOST_SLOW ? BOTH : FIRST
  }

  isFull(): boolean {
    return this.room() === NONE
  }

  count(): number {
    return this.#quick.first + this.#quick.later + this.#slow
  }

  started(integration_id: string, turn: Turn, now: number): Permit {
    const ticket: Permit = { integration_id, turn, started_at: now, state: 'quick' }
    this.#tickets[turn].push(ticket)
    this.#quick[turn] += 1
    return ticket
  }

  /** Returns its outcome. */
  ended(ticket: Permit): 'quick' | 'slow' {
    const pass = ticket.state === 'slow' ? 'slow' : 'quick'
    if (pass === 'slow') this.#slow -= 1
    else this.#quick[ticket.turn] -= 1
    ticket.state = 'ended'
    return pass
  }

  /** Moves the attempts that have become slow and returns them. To be called often: it also drops ended ones. */
  sort(now: number): Permit[] {
    return [...this.#sort('first', now), ...this.#sort('later', now)]
  }

  #sort(turn: Turn, now: number): Permit[] {
    const tickets = this.#tickets[turn]
    const young = tickets.findIndex((ticket) => now - ticket.started_at < SLOW_AFTER_MS[turn])
    const old = tickets.splice(0, young === -1 ? tickets.length : young)
    const moved = old.filter((ticket) => ticket.state === 'quick')
    for (const ticket of moved) ticket.state = 'slow'
    this.#quick[turn] -= moved.length
    this.#slow += moved.length
    return moved
  }
}

const NONE: readonly Turn[] = []
const FIRST: readonly Turn[] = ['first']
const BOTH: readonly Turn[] = ['first', 'later']
