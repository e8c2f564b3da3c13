/** Attempts younger than this count against the limit of quick ones. */
const SLOW_AFTER_MS = 1_000
/** More at once make the machine slower, not faster. */
const MOST_QUICK = 128
/** Hanging endpoints hold a socket each; they must not keep the others from starting. */
const MOST_SLOW = 4_000

/** An attempt in flight. */
export type Ticket = { started_at: number; state: 'quick' | 'slow' | 'ended' }

/**
 * Counts attempts in flight so that a few hanging endpoints cannot use up what the rest needs: an attempt that takes
 * longer than a second stops counting against the limit of quick ones.
 */
export class Flight {
  /** In the order of their start; those that have ended are dropped when they come to the front. */
  #tickets: Ticket[] = []
  #quick = 0
  #slow = 0

  mayStart(): boolean {
    return this.#quick < MOST_QUICK && this.#slow < MOST_SLOW
  }

  count(): number {
    return this.#quick + this.#slow
  }

  started(now: number): Ticket {
    const ticket: Ticket = { started_at: now, state: 'quick' }
    this.#tickets.push(ticket)
    this.#quick += 1
    return ticket
  }

  ended(ticket: Ticket): void {
    if (ticket.state === 'slow') this.#slow -= 1
    else this.#quick -= 1
    ticket.state = 'ended'
  }

  /** Moves the attempts that have become slow; returns how many moved. To be called often: it also drops ended ones. */
  sort(now: number): number {
    const young = this.#tickets.findIndex((ticket) => now - ticket.started_at < SLOW_AFTER_MS)
    const old = this.#tickets.splice(0, young === -1 ? this.#tickets.length : young)
    const moved = old.filter((ticket) => ticket.state === 'quick')
    for (const ticket of moved) ticket.state = 'slow'
    this.#quick -= moved.length
    this.#slow += moved.length
    return moved.length
  }
}
