import { type Database, query, type Transaction } from '../../db/database.ts'
import { prepared } from '../../db/prepared.ts'
import { transact } from '../../db/transaction.ts'
import type { LeasedJob } from '../../events/jobs.ts'
import { type Claimed, claimOrderedJobsById, type LeaseTerms, releaseLeases } from './claim.ts'

export type OrderedClaim = LeaseTerms & {
  integration_id: string
  most: number
}

export type OrderedClaimed = Claimed & { isMoreDue: boolean }

type Next = { id: string; order_key: string }

const MAX_OF_ONE_KEY = 50

/**
 * Leases due jobs of an ordered integration, which the worker delivers one after another: the oldest unfinished jobs of each key,
 * unless a job of the key is leased or waits for its retry. Only one claim per integration runs at a time, in all processes.
 */
export async function claimOrderedJobs(db: Database, claim: OrderedClaim): Promise<OrderedClaimed> {
  return transact(db, async (tx) => {
    await query(tx, 'select pg_advisory_xact_lock(hashtextextended($1, 0))', [`ordered ${claim.integration_id}`])
    const next = await findNext(tx, claim)
    if (next.length === 0) return { jobs: [], revision: -1, isMoreDue: false }
    const { integration_id, worker_id, lease_until, now } = claim
    const claimed = await claimOrderedJobsById(tx, {
      worker_id,
      lease_until,
      now,
      jobs: next.map(({ id }) => ({ id, integration_id })),
    })
    return { ...(await withoutGaps(tx, claim, next, claimed)), isMoreDue: next.length >= claim.most }
  })
}

function findNext(tx: Transaction, { integration_id, most, now }: OrderedClaim): Promise<Next[]> {
  return query<Next>(tx, FIND_NEXT, [integration_id, new Date(now), most])
}

/** Loose index scan over the keys of ordered jobs, until there are enough jobs. */
const FIND_NEXT = prepared(`with recursive keys as (
  (select order_key from jobs where integration_id = $1 and order_key is not null order by order_key limit 1)
  union all
  select (select j.order_key from jobs j where j.integration_id = $1 and j.order_key > k.order_key order by j.order_key limit 1)
    from keys k where k.order_key is not null
)
select n.id, k.order_key from keys k
 cross join lateral (
   select o.id, bool_and(o.worker_id is null and o.next_at <= $2) over (order by o.id) as is_next
     from (select j.id, j.worker_id, coalesce(j.next_at, 'infinity') as next_at from jobs j
            where j.integration_id = $1 and j.order_key = k.order_key order by j.id limit ${MAX_OF_ONE_KEY}) o
 ) n
 where n.is_next limit $3`)

/** Releases the jobs behind a job of the same key that another transaction has locked. */
async function withoutGaps(
  tx: Transaction,
  { worker_id, now }: OrderedClaim,
  next: readonly Next[],
  { jobs, revision }: Claimed,
): Promise<Claimed> {
  if (jobs.length === next.length) return { jobs, revision }
  const taken = new Map(jobs.map((job) => [job.id, job]))
  const blocked = new Set<string>()
  const behind: LeasedJob[] = []
  for (const { id, order_key } of next) {
    const job = taken.get(id)
    if (job === undefined) blocked.add(order_key)
    else if (blocked.has(order_key)) behind.push(job)
  }
  if (behind.length > 0) await releaseLeases(tx, behind, worker_id, now)
  return { jobs: jobs.filter((job) => !behind.includes(job)), revision }
}

/** Clears the order keys of an integration; see `IntegrationDeps`. */
export async function clearOrderKeys(tx: Transaction, integration_id: string): Promise<void> {
  await query(tx, 'update jobs set order_key = null where integration_id = $1 and order_key is not null', [
    integration_id,
  ])
}
