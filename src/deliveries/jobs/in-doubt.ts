import { query } from '../../db/pool.ts'
import type { Database } from '../../db/tables.ts'
import { type Claim, freed, giveBack, type Lease } from './claim.ts'
import { MAY_COMMIT_FOR } from './lease.ts'

/** A claim, of whatever kind, whose answer was lost. */
type LostClaim = Pick<Claim, 'worker_id' | 'lease_until' | 'now'>

type Leases = { until: number } & ({ worker_id: number; jobs: readonly Lease[] } | { claim: LostClaim })

/**
 * Leases that a worker may hold without knowing: the answer to the statement that took them, or gave them back, was lost.
 * Nobody attempts such jobs; left alone they would wait for the end of their leases.
 */
export class InDoubt {
  #leases: Leases[] = []

  addJobs(jobs: readonly Lease[], worker_id: number, now: number): void {
    const kept = jobs.map(({ id, generation }) => ({ id, generation }))
    if (kept.length > 0) this.#leases.push({ until: now + MAY_COMMIT_FOR, worker_id, jobs: kept })
  }

  addClaim(claim: LostClaim): void {
    this.#leases.push({ until: claim.now + MAY_COMMIT_FOR, claim })
  }

  /** Gives back what is there by now; to be called again and again. */
  async giveBack(db: Database, now: number): Promise<void> {
    for (const leases of this.#leases) {
      if ('jobs' in leases) await giveBack(db, leases.jobs, leases.worker_id, now)
      else await giveBackClaim(db, leases.claim, now)
    }
    this.#leases = this.#leases.filter(({ until }) => now < until)
  }
}

/** Gives back what a claim took, found by the end of its leases: no other claim of the worker has the same. */
async function giveBackClaim(db: Database, claim: LostClaim, now: number): Promise<void> {
  await query(db, `update jobs set ${freed('$3')}, attempts = attempts - 1 where lease_until = $1 and worker_id = $2`, [
    new Date(claim.lease_until),
    claim.worker_id,
    new Date(now),
  ])
}
