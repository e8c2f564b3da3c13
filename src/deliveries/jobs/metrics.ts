import { type Database, query } from '../../db/database.ts'
import { timeOfId } from '../../kernel/ids.ts'
import { LEASED_ON_INSERT, lowestInsertLease } from './insert-leases.ts'

export type Unfinished = {
  jobs: number
  /** Creation of the oldest job, in milliseconds since the epoch; null if there are no jobs. */
  oldest_at: number | null
}

/** Jobs that are due and not leased. */
type Due = {
  jobs: number
  /** Time at which the oldest job became due, in milliseconds since the epoch; null if there are no jobs. */
  since: number | null
}

/**
 * `failing`: endpoints whose latest attempts all failed. `limited`: other endpoints whose owner has set a rate limit. `working`:
 * the rest.
 */
export type DueByEndpoint = Record<'working' | 'failing' | 'limited', Due> & {
  /** True if counting ended at its limit. */
  at_least: boolean
}

export type Workforce = { workers: number; replays_running: number }

/** Limit to which jobs are counted exactly. */
const MAX_COUNTED = 20_000
const MAX_INTEGRATIONS = 2_000

/** Counts up to 20,000 jobs; beyond that, returns the estimate of their index. */
export async function readUnfinished(db: Database): Promise<Unfinished> {
  const rows = await query<{ jobs: number; oldest: string | null }>(db, UNFINISHED, [await lowestInsertLease(db)])
  const { jobs, oldest } = rows[0] ?? { jobs: 0, oldest: null }
  return {
    jobs: jobs < MAX_COUNTED ? jobs : Math.max(jobs, await readCount(db, ESTIMATE)),
    oldest_at: oldest === null ? null : timeOfId(oldest),
  }
}

// Scans partitions from the oldest on.
const UNFINISHED = `select count(*) as jobs, min(id::text) as oldest
  from ((select id from jobs where next_at is not null limit ${MAX_COUNTED})
        union all (select id from jobs where lease_until is not null limit ${MAX_COUNTED})
        union all (select id from jobs where id >= $1 and ${LEASED_ON_INSERT}
                    order by id limit ${MAX_COUNTED})) as unfinished`

const ESTIMATE = `select coalesce(sum(c.reltuples), 0)::bigint as count
  from pg_inherits i join pg_class c on c.oid = i.inhrelid
 where i.inhparent in ('jobs_due'::regclass, 'jobs_claimed'::regclass) and c.reltuples > 0`

/** Reads the first due job of at most 2,000 integrations, and counts up to 20,000 jobs. */
export async function readDue(db: Database, now: number): Promise<DueByEndpoint> {
  const heads = await query<{ endpoint: string; since: Date }>(db, LONGEST_OVERDUE, [new Date(now)])
  const counts = await query<{ endpoint: string; jobs: number }>(db, COUNT_DUE, [new Date(now)])
  const due = (endpoint: string): Due => ({
    jobs: counts.find((row) => row.endpoint === endpoint)?.jobs ?? 0,
    since: heads.find((row) => row.endpoint === endpoint)?.since.getTime() ?? null,
  })
  const at_least = counts.reduce((sum, { jobs }) => sum + jobs, 0) >= MAX_COUNTED
  return { working: due('working'), failing: due('failing'), limited: due('limited'), at_least }
}

// Loose index scan over the integrations with free jobs, as in the search for due jobs.
const BUSY = `with recursive unfinished as (
  (select integration_id from jobs where next_at is not null order by integration_id limit 1)
  union all
  select (select j.integration_id from jobs j
           where j.next_at is not null and j.integration_id > u.integration_id
           order by j.integration_id limit 1)
    from unfinished u where u.integration_id is not null
),
busy as (
  select integration_id,
         case when exists (select 1 from integration_states s
                            where s.integration_id = unfinished.integration_id and s.failing_since is not null)
              then 'failing'
              when exists (select 1 from integrations i
                            where i.id = unfinished.integration_id and i.rate_limit is not null)
              then 'limited' else 'working' end as endpoint
    from unfinished where integration_id is not null limit ${MAX_INTEGRATIONS}
)`

const dueOf = (priority: 0 | 1, limit: number) => `(select j.next_at from jobs j
    where j.integration_id = b.integration_id and j.priority = ${priority} and j.next_at <= $1
    order by j.next_at limit ${limit})`

const LONGEST_OVERDUE = `${BUSY}
select b.endpoint, min(d.next_at) as since
  from busy b cross join lateral (${dueOf(0, 1)} union all ${dueOf(1, 1)}) as d
 group by b.endpoint`

const COUNT_DUE = `${BUSY}
select endpoint, count(*) as jobs
  from (select b.endpoint
          from busy b cross join lateral (${dueOf(0, MAX_COUNTED)} union all ${dueOf(1, MAX_COUNTED)}) as d
         limit ${MAX_COUNTED}) as counted
 group by endpoint`

/** Due jobs of an owner, counted up to 1,000 per integration. */
export type DueByOwner = {
  owner_id: string
  working: number
  failing: number
  limited: number
  /** True if counting ended at its limit for an integration. */
  at_least: boolean
  /** Time at which the oldest job became due. */
  since: Date
}

/** Returns the owners with the most due jobs, among at most 2,000 integrations. */
export function readBusiest(db: Database, now: number, most: number): Promise<DueByOwner[]> {
  return query(db, BUSIEST, [new Date(now), most])
}

const MAX_PER_INTEGRATION = 1_000

const BUSIEST = `${BUSY}
select i.owner_id, count(*) filter (where b.endpoint = 'working') as working,
       count(*) filter (where b.endpoint = 'failing') as failing,
       count(*) filter (where b.endpoint = 'limited') as limited,
       bool_or(d.number >= ${MAX_PER_INTEGRATION}) as at_least, min(d.next_at) as since
  from busy b join integrations i on i.id = b.integration_id
 cross join lateral (select next_at, row_number() over () as number
                       from (${dueOf(0, MAX_PER_INTEGRATION)} union all ${dueOf(1, MAX_PER_INTEGRATION)}) as due) as d
 group by i.owner_id order by count(*) desc, i.owner_id limit $2`

export async function readWorkforce(db: Database): Promise<Workforce> {
  return {
    workers: await readCount(db, `select count(*) as count from workers`),
    replays_running: await readCount(db, RUNNING),
  }
}

const RUNNING = `select count(*) as count from (select 1 from replays where next_at is not null limit 1000) as running`

async function readCount(db: Database, text: string): Promise<number> {
  const rows = await query<{ count: number }>(db, text, [])
  return rows[0]?.count ?? 0
}
