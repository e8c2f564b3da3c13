import { type Database, query } from '../../db/database.ts'
import { freed, type Lease, type LeaseTerms, releaseLeases } from './claim.ts'
import { MAY_COMMIT_FOR_MS } from './lease.ts'

type Leases = { until: number } & ({ worker_id: number; jobs: readonly Lease[] } | { claim: LeaseTerms })

/**
 * Leases that a worker may hold without knowing, because the response to the statement that took or released them was lost.
 * Without this list such jobs would wait until their leases expire.
 */
export class InDoubt {
  #leases: Leases[] = []

  addJobs(jobs: readonly Lease[], worker_id: number, now: number): void {
    const leased = jobs.map(({ id, generation }) => ({ id, generation }))
    if (leased.length > 0) this.#leases.push({ until: now + MAY_COMMIT_FOR_MS, worker_id, jobs: leased })
  }

  addClaim(claim: LeaseTerms): void {
    this.#leases.push({ until: claim.now + MAY_COMMIT_FOR_MS, claim })
  }

  /** Releases the leases of unattempted jobs. Rejects on failure, and then retries with `releaseLeases`. */
  async release(db: Database, jobs: readonly Lease[], worker_id: number, now: number): Promise<void> {
    try {
      await releaseLeases(db, jobs, worker_id, now)
    } catch (error) {
      this.addJobs(jobs, worker_id, now)
      throw error
    }
  }

  /** Releases the leases that have been committed by now. Must be called repeatedly. */
  async releaseLeases(db: Database, now: number): Promise<void> {
    for (const leases of this.#leases) {
      if ('jobs' in leases) await releaseLeases(db, leases.jobs, leases.worker_id, now)
      else await giveBackClaim(db, leases.claim, now)
    }
    this.#leases = this.#leases.filter(({ until }) => now < until)
  }
}

/** Releases the leases of a claim, which have a `lease_until` of their own. */
async function giveBackClaim(db: Database, claim: LeaseTerms, now: number): Promise<void> {
  await query(db, `update jobs set ${freed('$3')}, attempts = attempts - 1 where lease_until = $1 and worker_id = $2`, [
    new Date(claim.lease_until),
    claim.worker_id,
    new Date(now),
  ])
}
