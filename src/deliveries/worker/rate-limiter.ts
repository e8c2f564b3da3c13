import { setTimeout as wait } from 'node:timers/promises'
import type { StartRequest } from '../jobs/rate.ts'

export type RateLimiterOptions = {
  /** Reserves starts across all processes; returns the milliseconds until the first start. */
  reserve(integration_id: string, request: StartRequest): Promise<number>
  /** Called when attempts of the integration may start; with 0 after an error, to request starts again. */
  onGranted(integration_id: string, starts: number): void
  onError(error: unknown): void
}

/** Seconds of starts reserved with one statement; if a process crashes, the other processes lose as much. */
const AHEAD_SECONDS = 0.25
const RETRY_AFTER_MS = 500

/**
 * Spreads the attempts of integrations with a rate limit over time. All processes share the limit: each reserves its next starts
 * in the database, with one statement per quarter of a second. Integrations without a limit are not involved.
 */
export class RateLimiter {
  readonly #options: RateLimiterOptions
  /** Integrations that have requested starts and not yet got all of them. */
  readonly #requested = new Set<string>()
  readonly #stopped = new AbortController()

  constructor(options: RateLimiterOptions) {
    this.#options = options
  }

  /** Requests starts for the waiting jobs, at `rate` per second, unless a request is pending. */
  request(integration_id: string, rate: number, waiting: number): void {
    if (this.#requested.has(integration_id) || this.#stopped.signal.aborted) return
    this.#requested.add(integration_id)
    const starts = Math.max(1, Math.min(waiting, Math.ceil(rate * AHEAD_SECONDS)))
    this.#grantAll(integration_id, { starts, interval_ms: 1_000 / rate }).catch((error) =>
      this.#failed(integration_id, error),
    )
  }

  stop(): void {
    this.#stopped.abort()
  }

  async #grantAll(integration_id: string, request: StartRequest): Promise<void> {
    const { starts, interval_ms } = request
    const first_at = (await this.#options.reserve(integration_id, request)) + performance.now()
    for (let granted = 0; granted < starts; ) {
      await this.#wait(first_at + granted * interval_ms - performance.now())
      const due = Math.min(starts, 1 + Math.floor((performance.now() - first_at) / interval_ms))
      // The next starts may be requested as soon as the last one is granted.
      if (due === starts) this.#requested.delete(integration_id)
      if (due > granted) this.#options.onGranted(integration_id, due - granted)
      granted = Math.max(granted, due)
    }
  }

  async #failed(integration_id: string, error: unknown): Promise<void> {
    if (this.#stopped.signal.aborted) return
    this.#options.onError(error)
    await this.#wait(RETRY_AFTER_MS).catch(() => {})
    this.#requested.delete(integration_id)
    this.#options.onGranted(integration_id, 0)
  }

  /** Rejects when the limiter is stopped. */
  #wait(ms: number): Promise<void> {
    return wait(Math.max(0, Math.ceil(ms)), undefined, { signal: this.#stopped.signal, ref: false })
  }
}
