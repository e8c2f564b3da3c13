import { AppError } from '../../kernel/errors.ts'
import { type Loop, repeat } from '../../kernel/repeat.ts'
import { type Client, type Executor, oneAtATime, type Pool } from '../database.ts'
import { isUnreachable } from '../unreachable.ts'
import { BEHIND, type Note, notePosition, type Proof, proofOf, readServerState } from './position.ts'

export type StandbyOptions = {
  /** Reads the primary's position, on its own connection so that it does not wait for requests. */
  primary: Executor
  readers: Pool
  /** A separate connection for probes of the standby. */
  probe: Pool
  max_lag_ms: number
  /** Called with the reason when the standby stops being used, and with null when it is used again. */
  onChange: (refusal: string | null) => void
}

/** Maximum interval between two probes, regardless of the allowed lag. */
const PROBE_INTERVAL_MS = 500

/** A standby that is read while it provably lags by at most `max_lag_ms`. */
export class Standby {
  readonly #options: StandbyOptions
  /** Per connection, the time before which all confirmed commits are certainly visible. */
  readonly #proofs = new WeakMap<object, number>()
  /** Aborts each running read. */
  readonly #running = new Set<(reason: Error) => void>()
  readonly #loop: Loop
  #notes: Note[] = []
  #proven_at: number | null = null
  #refusal: string | null | undefined

  constructor(options: StandbyOptions) {
    this.#options = options
    const every = Math.min(options.max_lag_ms / 4, PROBE_INTERVAL_MS)
    this.#loop = repeat(every, () => this.#look())
  }

  /** Milliseconds, as proven by the last probe; null while the standby is not used. */
  lag(): number | null {
    return this.#refusal === null && this.#proven_at !== null ? performance.now() - this.#proven_at : null
  }

  /**
   * Runs reads on one connection. Returns null if the primary must run them: the standby may be stale, has failed, or
   * does not have the data. Throws the errors of the work for otherwise invalid requests. Every server error counts as
   * a failure of the standby: it cancels statements that conflict with its replay (40001, 40P01), ends connections
   * (57P01) and rejects writes (25006). If the statement is at fault, the primary raises the same error.
   */
  async attempt<T>(work: (db: Executor) => Promise<T>): Promise<{ value: T } | null> {
    if (this.#refusal !== null) return null
    const client = await this.#connect()
    if (client === null) return null
    const { promise: lost, reject } = Promise.withResolvers<never>()
    this.#running.add(reject)
    let broken = false
    try {
      return await Promise.race([this.#readOn(client, work), lost])
    } catch (error) {
      if (error instanceof AppError && error.code !== 'not_found') throw error
      broken = !(error instanceof AppError)
      this.#failed(error)
      return null
    } finally {
      this.#running.delete(reject)
      client.release(broken)
    }
  }

  async close(): Promise<void> {
    await this.#loop.stop()
    await Promise.all([this.#options.readers.end(), this.#options.probe.end()])
  }

  async #connect(): Promise<Client | null> {
    try {
      return await this.#options.readers.connect()
    } catch (error) {
      this.#failed(error)
      return null
    }
  }

  /** A session's proof stays valid, because a session belongs to one server, and visible commits stay visible. */
  async #readOn<T>(client: Client, work: (db: Executor) => Promise<T>): Promise<{ value: T } | null> {
    const began_at = performance.now()
    const isFresh = (at: number | undefined) => at !== undefined && began_at - at <= this.#options.max_lag_ms
    if (!isFresh(this.#proofs.get(client.session))) {
      const proof = await this.#prove(client)
      if ('refusal' in proof || !isFresh(proof.at)) return null
      this.#proofs.set(client.session, proof.at)
    }
    const exclusively = oneAtATime()
    return { value: await work({ execute: (text, values) => exclusively(() => client.execute(text, values)) }) }
  }

  async #prove(client: Client): Promise<Proof> {
    const state = await readServerState(client, this.#notes.at(-1)?.timeline ?? '')
    return state === null ? { refusal: BEHIND } : proofOf(state, this.#notes)
  }

  async #look(): Promise<void> {
    const now = performance.now()
    const { max_lag_ms } = this.#options
    const note = await notePosition(this.#options.primary, now).catch(() => null)
    const recent = this.#notes.filter(({ at }) => now - at <= max_lag_ms)
    this.#notes = note === null ? recent : [...recent, note]
    const proof = await this.#probe()
    if ('at' in proof) this.#proven_at = proof.at
    const isBehind = this.#proven_at === null || performance.now() - this.#proven_at > max_lag_ms
    if ('refusal' in proof && (proof.refusal !== BEHIND || isBehind)) this.#lose(proof.refusal)
    else this.#set(null)
  }

  async #probe(): Promise<Proof> {
    let client: Client | null = null
    let proof: Proof
    try {
      client = await this.#options.probe.connect()
      proof = await this.#prove(client)
    } catch (error) {
      proof = { refusal: reasonOf(error) }
    }
    // Behind a proxy, the next connection may lead to another standby.
    client?.release('refusal' in proof)
    return proof
  }

  /** A read has failed. Other reads may succeed unless the server is down, which the next probe finds out. */
  #failed(error: unknown): void {
    if (isUnreachable(error) && !isBusy(error)) this.#set(reasonOf(error))
  }

  /** Sends reads that wait for the standby to the primary at once. */
  #lose(refusal: string): void {
    this.#set(refusal)
    for (const end of this.#running) end(new Error(refusal))
  }

  #set(refusal: string | null): void {
    const before = this.#refusal
    this.#refusal = refusal
    if ((before ?? null) === null ? refusal !== null : refusal === null) this.#options.onChange(refusal)
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** All connections are in use. The driver's error has no code. */
function isBusy(error: unknown): boolean {
  return error instanceof Error && error.message === 'timeout exceeded when trying to connect'
}
