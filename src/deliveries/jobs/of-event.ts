import { uuidArray } from '../../db/arrays.ts'
import { type Executor, query } from '../../db/database.ts'
import { type Listed, list } from '../../db/list.ts'
import { MINUTE, SECOND } from '../../kernel/duration.ts'
import { lowestIdAt, timeOfId } from '../../kernel/ids.ts'
import type { ListRequest } from '../../kernel/lists/list.ts'
import { type Owner, ownerId } from '../../kernel/owner.ts'
import type { JobRow } from './read.ts'
import type { LastAttempt } from './waiting.ts'

/** Maximum age of an event when its jobs are created, while it waits in memory for the insert that stores both. */
const MADE_WITHIN_MS = 2 * MINUTE
/** Maximum disorder of jobs compared with their events: the job of an event this much later ends the search. */
const OVERTAKEN_BY_MS = 10 * SECOND
/** Jobs of one integration to scan after the event: more than events can wait in memory. */
const MAX_SCANNED = 50_000
const MAX_REPLAYED = 1_000

export type EventJob = Pick<
  JobRow,
  'id' | 'integration_id' | 'triggered_by' | 'status' | 'attempts' | 'next_at' | 'replay_id'
>

const COLUMNS = 'id, integration_id, triggered_by, status, attempts, next_at, replay_id'

/**
 * Returns the jobs of an owner's event, ordered by id: the job created with the event for each integration, even a deleted one,
 * and the latest jobs of replays. Runs two statements, because an index by event would cost each job as much as the index by
 * integration.
 */
export async function selectEventJobs(db: Executor, owner: Owner, event_id: string): Promise<EventJob[]> {
  const made_at = timeOfId(event_id)
  const [made, replayed] = await Promise.all([
    query<EventJob>(db, MADE_WITH_EVENT, [
      ownerId(owner),
      lowestIdAt(made_at),
      lowestIdAt(made_at + MADE_WITHIN_MS),
      event_id,
      lowestIdAt(made_at + OVERTAKEN_BY_MS),
    ]),
    query<EventJob>(
      db,
      `select ${COLUMNS} from jobs
        where event_id = $1 and replay_id is not null and owner_id = $2 order by id desc limit ${MAX_REPLAYED}`,
      [event_id, ownerId(owner)],
    ),
  ])
  return [...made, ...replayed].toSorted((one, other) => (one.id < other.id ? -1 : 1))
}

const MADE_WITH_EVENT = `select job.* from integrations i
 cross join lateral (
   select ${COLUMNS} from (
     select * from jobs j where j.integration_id = i.id and j.id >= $2 and j.id < coalesce(
         (select later.id from jobs later
           where later.integration_id = i.id and later.id >= $2 and later.id < $3
             and later.event_id >= $5 and later.replay_id is null
           order by later.id limit 1),
         $3
       )
      order by j.id limit ${MAX_SCANNED}
   ) as after where after.event_id = $4 and after.replay_id is null limit 1
 ) as job
 where i.owner_id = $1`

export async function listEventJobRows(
  db: Executor,
  owner: Owner,
  event_id: string,
  request: ListRequest,
): Promise<Listed<JobRow>> {
  const ids = (await selectEventJobs(db, owner, event_id)).map(({ id }) => id)
  return list(db, { columns: '*', from: 'jobs', where: (bind) => `id = any(${bind(uuidArray(ids))}::uuid[])` }, request)
}

export function selectLastAttempts(
  db: Executor,
  job_ids: readonly string[],
): Promise<(LastAttempt & { job_id: string })[]> {
  return query(
    db,
    `select log.* from unnest($1::uuid[]) as job(id)
      cross join lateral (
        select job_id, id, succeeded, status_code, error_detail, response_headers from logs
         where job_id = job.id order by id desc limit 1
      ) as log`,
    [uuidArray(job_ids)],
  )
}
