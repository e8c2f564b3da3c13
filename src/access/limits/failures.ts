import { networkOf } from '../../http/callers/client-address.ts'
import { HOUR, MINUTE, SECOND } from '../../kernel/duration.ts'
import { AppError } from '../../kernel/errors.ts'
import { remembered } from './remembered.ts'

/** Free failures, then the first and the longest wait in milliseconds; the wait doubles with each failure. */
type Backoff = { free: number; first: number; longest: number }

export type Count = { subject: string; backoff: Backoff }

/** One account from one network: 10 attempts at once, then about 4 per hour. */
const OF_PAIR: Backoff = { free: 10, first: MINUTE, longest: 15 * MINUTE }
/** One account from all networks. */
const OF_ACCOUNT: Backoff = { free: 50, first: SECOND, longest: 5 * MINUTE }
/** One network with any account: a whole shop may share the network, so it never waits for long. */
const OF_NETWORK: Backoff = { free: 1000, first: SECOND, longest: 5 * SECOND }

/**
 * The secret of a key from one network: it cannot be guessed, but each wrong secret of a client in a loop costs a
 * database read.
 */
const OF_SECRET: Backoff = { free: 10, first: SECOND, longest: MINUTE }

/** Codes of one guesser, who may be a server with one token for all its shoppers, so the wait stays short. */
const OF_GUESSER: Backoff = { free: 20, first: SECOND, longest: MINUTE }
/** Codes from one network, for guessers with `FEW_MISSES` of their own: others may just share the network with them. */
const OF_GUESSERS: Backoff = { free: 50, first: SECOND, longest: MINUTE }
const FEW_MISSES = 3

/** Time without a failure after which the count of a subject is reset. */
const FORGET_AFTER_MS = HOUR

/** `scope` separates independent counts; `address` is the client's network address. */
export type Attempt = { scope: string; account: string; address: string }

type Begun = { succeeded(): void; takeBack(): void }

/** Accounts that a secret was tried with, and accounts that it opens. */
type Tried = { tried: readonly string[]; opened: readonly string[] }

type Failed = { times: number; last: number }

/**
 * Throttles log-ins by their failures: by account and network, by account, and by network. After a successful log-in,
 * an account from that network is throttled only by its own failures from there. An attempt counts from its start, so
 * that parallel attempts cannot evade the limit. Counts are per process.
 */
export class Failures {
  readonly #failed = remembered<Failed>()
  readonly #known = remembered<true>()

  /**
   * Runs the check of an attempt, which counts as failed unless it succeeds or cannot be made. Throws
   * `too_many_requests`, whether the account exists or not, and the errors of the check.
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
   * Guards a secret that may open several accounts, of which some are requested. `check` gets the accounts that need
   * not wait, and returns the accounts it tried and those that the secret opens; it throws if there are none. Then the
   * attempt fails for all of them, otherwise for those it tried in vain: success with one account does not reset
   * another.
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
   * Guards a sign-up separately from log-ins, because a taken name reveals nothing about its password. Each attempt
   * also counts by network, even if it succeeds.
   */
  async guardSignUp<T>({ scope, account, address }: Attempt, now: number, check: () => Promise<T>): Promise<T> {
    this.count([ofNetwork({ scope: `${scope} names`, address })], now)
    return this.guard({ scope: `${scope} signs up`, account, address }, now, check)
  }

  /** Counts an attempt as failed until it succeeds or is taken back. Throws `too_many_requests`. */
  begin(attempt: Attempt, now: number): Begun {
    const counts = this.#countsOf(attempt)
    this.#refuseWaiting(counts, now)
    return this.#beginAll(attempt, counts, now)
  }

  /**
   * Counts a guess of a code as wrong until the returned function takes it back. A right guess resets nothing, because a
   * guesser may know one code. `account` is the guesser. Throws `too_many_requests`.
   */
  beginGuess({ scope, account, address }: Attempt, now: number): () => void {
    const [own, network] = [subjectOf(scope, account), subjectOf(scope, null, address)]
    const isRepeating = this.#failedOf(own, now).times >= FEW_MISSES
    const counts = [
      { subject: own, backoff: OF_GUESSER },
      { subject: network, backoff: isRepeating ? OF_GUESSERS : OF_NETWORK },
    ]
    this.count(counts, now)
    return () => this.#takeBack(counts, now)
  }

  #beginAll(attempt: Attempt, counts: readonly Count[], now: number): Begun {
    for (const { subject } of counts) this.#add(subject, 1, now)
    const takeBack = () => this.#takeBack(counts, now)
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

  /** Counts a failure for each subject. Throws `too_many_requests`, and counts nothing, if any of them must wait. */
  count(counts: readonly Count[], now: number): void {
    this.#refuseWaiting(counts, now)
    for (const { subject } of counts) this.#add(subject, 1, now)
  }

  #takeBack(counts: readonly Count[], now: number): void {
    for (const { subject } of counts) this.#add(subject, -1, now)
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

export function ofNetwork({ scope, address }: Pick<Attempt, 'scope' | 'address'>): Count {
  return { subject: subjectOf(scope, null, address), backoff: OF_NETWORK }
}

/** Counts of wrong secrets of a key. They are counted after the check, so that the right secret never waits. */
export function ofSecret(client_id: string, address: string): Count[] {
  const scope = 'secrets'
  return [
    { subject: pairOf({ scope, account: client_id, address }), backoff: OF_SECRET },
    ofNetwork({ scope, address }),
  ]
}

/** Longer names, which no account has, are truncated before they are counted. */
const MAX_NAME_LENGTH = 255

function pairOf({ scope, account, address }: Attempt): string {
  return subjectOf(scope, account, address)
}

/** JSON, because the account is client input and must not be confused with another scope or network. */
function subjectOf(scope: string, account: string | null, address?: string): string {
  const network = address === undefined ? null : networkOf(address)
  return JSON.stringify([scope, account?.slice(0, MAX_NAME_LENGTH) ?? null, network])
}

/** True if the error does not depend on the secret. */
function couldNotBeMade(error: unknown): boolean {
  return !(error instanceof AppError) || error.code === 'unavailable'
}

function tooMany(wait: number): AppError {
  const detail = 'Too many attempts have failed: wait before the next one.'
  return new AppError('too_many_requests', [{ detail }], {
    headers: { 'retry-after': String(Math.ceil(wait / SECOND)) },
  })
}
