import { uuidArray } from '../../../db/arrays.ts'
import { query, type Transaction } from '../../../db/database.ts'
import { MINUTE, SECOND } from '../../../kernel/duration.ts'
import { lowestIdAt, timeOfId } from '../../../kernel/ids.ts'

/** An event to look for; with `isLiveSought`, also by the job that was created with it. */
export type Sought = { event_id: string; isLiveSought: boolean }

/** `any`: all jobs count. `not_cancelled`: all except cancelled jobs. */
export type Counting = 'any' | 'not_cancelled'

/**
 * Returns the events for which one of the integrations has a job. Finds jobs of replays by their index on events, and other jobs
 * by their creation shortly after the event, since new jobs are not indexed by event.
 */
export async function eventsWithJobs(
  tx: Transaction,
  integration_ids: readonly string[],
  sought: readonly Sought[],
  counting: Counting,
): Promise<Set<string>> {
  if (sought.length === 0) return new Set()
  const event_ids = sought.map(({ event_id }) => event_id).toSorted()
  const windows = windowsOf(sought.filter(({ isLiveSought }) => isLiveSought).map(({ event_id }) => event_id))
  const rows = await query<{ event_id: string }>(tx, FIND, [
    uuidArray(integration_ids),
    uuidArray(event_ids),
    counting === 'any',
    lowestIdAt(timeOf(event_ids[0]) - BEFORE_MS),
    uuidArray(windows.map(({ from }) => lowestIdAt(from))),
    uuidArray(windows.map(({ before }) => lowestIdAt(before))),
  ])
  return new Set(rows.map(({ event_id }) => event_id))
}

/**
 * Time window for the creation of a job relative to its event. An event may wait in the queue of its process, and clocks may have
 * been adjusted.
 */
const BEFORE_MS = 10 * SECOND
const AFTER_MS = 2 * MINUTE

type Window = { from: number; before: number }

/** Time windows in which jobs of the events were created; overlapping windows are merged. */
function windowsOf(event_ids: readonly string[]): Window[] {
  const windows: Window[] = []
  for (const id of event_ids.toSorted()) {
    const at = timeOfId(id)
    const last = windows.at(-1)
    if (last !== undefined && at - BEFORE_MS <= last.before) last.before = at + AFTER_MS
    else windows.push({ from: at - BEFORE_MS, before: at + AFTER_MS })
  }
  return windows
}

function timeOf(id: string | undefined): number {
  return id === undefined ? 0 : timeOfId(id)
}

const FIND = `select j.event_id from jobs j
 where j.replay_id is not null and j.integration_id = any($1::uuid[]) and j.event_id = any($2::uuid[]) and j.id >= $4
   and ($3 or j.status <> 'cancelled')
union
select j.event_id from unnest($5::uuid[], $6::uuid[]) as w(lowest, below)
 cross join lateral (
   select j.event_id from jobs j
    where j.integration_id = any($1) and j.id >= w.lowest and j.id < w.below and j.replay_id is null
      and j.event_id = any($2) and ($3 or j.status <> 'cancelled')
 ) j`
