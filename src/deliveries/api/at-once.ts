import { AppError } from '../../kernel/errors.ts'
import { type Owner, ownerId } from '../../kernel/owner.ts'

/** Tests of drafts that run at the same time in this process. */
const MOST_OF_ONE_OWNER = 3
const MOST_OF_ALL = 20

/** Bounds work that sends to addresses which callers name. */
export class AtOnce {
  readonly #running = new Map<string, number>()
  #total = 0

  /** Runs the work. Throws `too_many_requests` when too much of it runs. */
  async run<T>(owner: Owner, work: () => Promise<T>): Promise<T> {
    const id = ownerId(owner)
    const running = this.#running.get(id) ?? 0
    if (running >= MOST_OF_ONE_OWNER || this.#total >= MOST_OF_ALL) throw tooMany()
    this.#running.set(id, running + 1)
    this.#total += 1
    return work().finally(() => this.#ended(id))
  }

  #ended(id: string): void {
    const left = (this.#running.get(id) ?? 1) - 1
    if (left === 0) this.#running.delete(id)
    else this.#running.set(id, left)
    this.#total -= 1
  }
}

/** A test takes 10 seconds at most. */
const RETRY_AFTER_SECONDS = 2

function tooMany(): AppError {
  const detail = `At most ${MOST_OF_ONE_OWNER} tests of drafts run at the same time: retry when one is over.`
  return new AppError('too_many_requests', [{ detail }], { headers: { 'retry-after': String(RETRY_AFTER_SECONDS) } })
}
