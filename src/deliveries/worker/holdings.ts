import type { Database } from '../../db/database.ts'
import type { LeasedJob, NewJob } from '../../events/jobs.ts'
import type { Snapshot } from '../../integrations/snapshot.ts'
import type { Clock } from '../../kernel/clock.ts'
import { releaseLeases } from '../jobs/claim.ts'
import { InDoubt } from '../jobs/in-doubt.ts'
import { reserveStarts } from '../jobs/rate.ts'
import { withoutLargePayload } from '../large-payloads.ts'
import { InFlightLimiter } from './in-flight-limiter.ts'
import { Lanes, UNLIMITED } from './lanes.ts'
import type { BufferedJob } from './order.ts'
import { RateLimiter } from './rate-limiter.ts'
import type { Standing } from './standing.ts'
import type { StartBudget } from './start-budget.ts'

export type HoldingsOptions = {
  db: Database
  clock: Clock
  snapshot: Pick<Snapshot, 'enabled'>
  onError: (what: string, error: unknown) => void
}

/** Jobs leased to a worker: jobs in lanes, jobs in flight, and jobs whose lease is in doubt. */
export class Holdings {
  readonly lanes: Lanes
  readonly inFlight: InFlightLimiter
  readonly inDoubt = new InDoubt()
  readonly rateLimiter: RateLimiter
  readonly #options: HoldingsOptions
  readonly #standing: Standing
  readonly #starts: StartBudget

  constructor(options: HoldingsOptions, standing: Standing, starts: StartBudget) {
    const { db, clock, snapshot } = options
    this.#options = options
    this.#standing = standing
    this.#starts = starts
    this.lanes = new Lanes({
      limitsOf: (integration_id) => snapshot.enabled(integration_id) ?? UNLIMITED,
      onLimited: (...request) => this.rateLimiter.request(...request),
    })
    this.rateLimiter = new RateLimiter({
      reserve: (integration_id, request) => reserveStarts(db, integration_id, request),
      onGranted: (integration_id, granted) => {
        this.lanes.grant(integration_id, granted)
        starts.resume()
      },
      onError: (error) => options.onError('rate limit', error),
    })
    this.inFlight = new InFlightLimiter({
      clock,
      onSlowed: (permits) => {
        for (const { integration_id } of permits) this.lanes.slowed(integration_id)
        starts.resume()
      },
    })
  }

  hold(jobs: readonly LeasedJob[]): void {
    const buffered_since = this.#options.clock()
    for (const job of jobs) this.lanes.push({ job: withoutLargePayload(job), buffered_since })
    this.#starts.resume()
  }

  /** Filters out jobs leased before the worker registered again, since they are free for others. */
  own(jobs: readonly NewJob[]): NewJob[] {
    return jobs.filter((job) => job.worker_id === this.#standing.worker_id)
  }

  /** Releases leases without an attempt. */
  release(held: readonly BufferedJob[], others: readonly LeasedJob[] = []): void {
    const jobs = [...others, ...held.map(({ job }) => job)]
    if (jobs.length === 0) return
    const { db, clock, onError } = this.#options
    const released = this.inDoubt.release(db, jobs, this.#standing.worker_id, clock())
    released.catch((error) => onError('release', error))
  }

  /** Releases all waiting jobs. Rejects if the database is unreachable; other workers then take over the leases. */
  async releaseAll(): Promise<void> {
    const jobs = this.lanes.drain().map(({ job }) => job)
    await releaseLeases(this.#options.db, jobs, this.#standing.worker_id, this.#options.clock())
  }

  /** Must be called with each heartbeat. */
  async tidy(): Promise<void> {
    this.lanes.forgetIdle()
    this.#starts.resume()
    await this.inDoubt.releaseLeases(this.#options.db, this.#options.clock())
  }
}
