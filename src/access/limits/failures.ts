import { networkOf } from '../../http/callers/client-address.ts'
import { HOUR, MINUTE, SECOND } from '../../kernel/duration.ts'
import { AppError } from '../../kernel/errors.ts'
import { remembered } from './remembered.ts'

/** How many may fail before the next has to wait, and how long: doubled with each that fails. Milliseconds. */
type Backoff = { free: number; first: number; longest: number }

/** Whose failures are counted, and what follows from them. */
export type Count = { subject: string; backoff: Backoff }

/** One account from one network: 10 at once, then some 4 an hour. */
const OF_PAIR: Backoff = { free: 10, first: MINUTE, longest: 15 * MINUTE }
/** One account from everywhere. */
const OF_ACCOUNT: Backoff = { free: 50, first: SECOND, longest: 5 * MINUTE }
/** One network with any account: it may be that of a whole shop, so it never waits for long. */
const OF_NETWORK: Backoff = { free: 1000, first: SECOND, longest: 5 * SECOND }

/**
 * The secret of a key from one network: it cannot be guessed, but a wrong one sent in a loop costs a read each time.
 */
const OF_SECRET: Backoff = { free: 10, first: SECOND, longest: MINUTE }

/** Without a failure for so long, a subject begins anew. */
const FORGET_AFTER_MS = HOUR

/** `scope` keeps apart what has nothing to do with each other; `address` is the client's. */
export type Attempt = { scope: string; account: string; address: string }

type Begun = { succeeded(): void; takeBack(): void }

/** Accounts that a secret was tried with, and those that it opens. */
type Tried = { tried: readonly string[]; opened: readonly string[] }

type Failed = { times: number; last: number }

/**
 * Counts attempts to log in that fail, and makes the next one wait: by account and network, by account, by network. Who has
 * logged in to an account from a network waits for what failed with this account from this network only. An attempt
 * counts from its beginning, so that many at once are no way around it. Every process counts for itself.
 */
export class Failures {
  readonly #failed = remembered<Failed>()
  readonly #known = remembered<true>()

  /**
   * Runs the check of an attempt, which counts as failed unless it succeeds or could not be made. Throws
   * `too_many_requests`, whether there is such an account or not, and what the check throws.
   */
  async guard<T>(attempt: Attempt, now: number, check: () => Promise<T>): Promise<T> {
    const begun = this.begin(attempt, now)
    try {
      const result = await check()
      begun.succeeded()
      return result
    } catch (error) {
      if (couldNotBeMade(error)) begun.takeBack()
      throw error
    }
  }

  /**
   * The same for a secret that may open several accounts, of which some are requested. `check` gets those that need not wait,
   * and returns which of them it has tried and which the secret opens; it throws if there are none. Then the attempt has failed
   * for all of them, otherwise for those that it has tried in vain: success with one account resets nothing of another.
   */
  async guardEach<T extends Tried>(
    { attempts, requested }: { attempts: readonly Attempt[]; requested: readonly Attempt[] },
    now: number,
    check: (open: ReadonlySet<string>) => Promise<T>,
  ): Promise<T> {
    this.#refuseIfAllWait(requested.length > 0 ? requested : attempts, now)
    const begun = this.#beginOpen(attempts, now)
    try {
      const result = await check(new Set(begun.keys()))
      for (const [account, { succeeded, takeBack }] of begun) {
        if (result.opened.includes(account)) succeeded()
        else if (!result.tried.includes(account)) takeBack()
      }
      return result
    } catch (error) {
      if (couldNotBeMade(error)) for (const { takeBack } of begun.values()) takeBack()
      throw error
    }
  }

  #refuseIfAllWait(attempts: readonly Attempt[], now: number): void {
    const shortest = Math.min(...attempts.map((attempt) => this.#waitFor(this.#countsOf(attempt), now)))
    if (shortest > 0) throw tooMany(shortest)
  }

  #beginOpen(attempts: readonly Attempt[], now: number): Map<string, Begun> {
    const counted = attempts.map((attempt) => ({ attempt, counts: this.#countsOf(attempt) }))
    const open = counted.filter(({ counts }) => this.#waitFor(counts, now) <= 0)
    return new Map(open.map(({ attempt, counts }) => [attempt.account, this.#beginAll(attempt, counts, now)]))
  }

  /**
   * The same for what gives an account a name that others may have, apart from log-ins: a taken name says nothing of its
   * password. In addition, each attempt counts by network, also one that succeeds.
   */
  async guardSignUp<T>({ scope, account, address }: Attempt, now: number, check: () => Promise<T>): Promise<T> {
    this.count([ofNetwork({ scope: `${scope} names`, address })], now)
    return this.guard({ scope: `${scope} signs up`, account, address }, now, check)
  }

  /** Counts an attempt as failed until it is said to have succeeded, or is taken back. Throws `too_many_requests`. */
  begin(attempt: Attempt, now: number): Begun {
    const counts = this.#countsOf(attempt)
    this.#refuseWaiting(counts, now)
    return this.#beginAll(attempt, counts, now)
  }

  #beginAll(attempt: Attempt, counts: readonly Count[], now: number): Begun {
    for (const { subject } of counts) this.#add(subject, 1, now)
    const takeBack = () => {
      for (const { subject } of counts) this.#add(subject, -1, now)
    }
    return {
      takeBack,
      succeeded: () => {
        takeBack()
        const pair = pairOf(attempt)
        this.#failed.delete(pair)
        this.#known.set(pair, true)
      },
    }
  }

  /** Counts one for each; throws `too_many_requests` and counts none when one of them has to wait. */
  count(counts: readonly Count[], now: number): void {
    this.#refuseWaiting(counts, now)
    for (const { subject } of counts) this.#add(subject, 1, now)
  }

  #refuseWaiting(counts: readonly Count[], now: number): void {
    const wait = this.#waitFor(counts, now)
    if (wait > 0) throw tooMany(wait)
  }

  #waitFor(counts: readonly Count[], now: number): number {
    return Math.max(...counts.map((count) => this.#waitOf(count, now)))
  }

  #countsOf(attempt: Attempt): Count[] {
    const pair = pairOf(attempt)
    const own = { subject: pair, backoff: OF_PAIR }
    if (this.#known.has(pair)) return [own]
    return [own, { subject: subjectOf(attempt.scope, attempt.account), backoff: OF_ACCOUNT }, ofNetwork(attempt)]
  }

  #waitOf({ subject, backoff: { free, first, longest } }: Count, now: number): number {
    const { times, last } = this.#failedOf(subject, now)
    return times < free ? 0 : last + Math.min(longest, first * 2 ** (times - free)) - now
  }

  #failedOf(subject: string, now: number): Failed {
    const failed = this.#failed.get(subject)
    return failed === undefined || failed.last + FORGET_AFTER_MS <= now ? { times: 0, last: now } : failed
  }

  #add(subject: string, more: number, now: number): void {
    const { times } = this.#failedOf(subject, now)
    this.#failed.set(subject, { times: Math.max(0, times + more), last: now })
  }
}

/** For what is counted by network alone. */
export function ofNetwork({ scope, address }: Pick<Attempt, 'scope' | 'address'>): Count {
  return { subject: subjectOf(scope, null, address), backoff: OF_NETWORK }
}

/** For wrong secrets of a key, counted when they are known to be wrong: the right one never waits. */
export function ofSecret(client_id: string, address: string): Count[] {
  const scope = 'secrets'
  return [
    { subject: pairOf({ scope, account: client_id, address }), backoff: OF_SECRET },
    ofNetwork({ scope, address }),
  ]
}

/** Longer names, which no account has, are counted by their beginning. */
const LONGEST_NAME = 255

function pairOf({ scope, account, address }: Attempt): string {
  return subjectOf(scope, account, address)
}

/** As JSON: an account is what a client writes, and must not read like another scope or network. */
function subjectOf(scope: string, account: string | null, address?: string): string {
  const network = address === undefined ? null : networkOf(address)
  return JSON.stringify([scope, account?.slice(0, LONGEST_NAME) ?? null, network])
}

/** The attempt says nothing of the secret. */
function couldNotBeMade(error: unknown): boolean {
  return !(error instanceof AppError) || error.code === 'unavailable'
}

function tooMany(wait: number): AppError {
  const detail = 'Too many attempts have failed: wait before the next one.'
  return new AppError('too_many_requests', [{ detail }], {
    headers: { 'retry-after': String(Math.ceil(wait / SECOND)) },
  })
}
