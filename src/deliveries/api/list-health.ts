import type { Executor } from '../../db/database.ts'
import type { Listed } from '../../db/list.ts'
import { readFiltered } from '../../events/store.ts'
import { type Clock, isoTime } from '../../kernel/clock.ts'
import type { ListRequest } from '../../kernel/lists/list.ts'
import { type Owner, ownerId } from '../../kernel/owner.ts'
import { readSlots, type Slot, type Span } from '../../series/store.ts'
import {
  findHiddenFailures,
  type LatestLogs,
  readBacklogs,
  readFailures,
  readLanes,
  readLatest,
  readUnsettledSeconds,
} from '../jobs/health.ts'
import { attemptsOf, type HealthRow, lastHour, listHealthRows } from '../jobs/health-list.ts'
import { EMPTY_BACKLOG, type HealthResource, NOTHING_FILTERED, presentHealth } from './health.ts'

const MAX_BACKLOG = 1_000

/**
 * One page of the health of all integrations of an owner. Runs at most ten statements, however many integrations there are,
 * because attempts come from the series, which lag by some seconds.
 */
export async function listHealth(
  { db, clock }: { db: Executor; clock: Clock },
  owner: Owner,
  request: ListRequest,
  { with_series }: { with_series: boolean },
): Promise<Listed<HealthResource>> {
  const now = clock()
  const hour = lastHour(now)
  const page = await listHealthRows(db, ownerId(owner), request, hour.from)
  const read = await readFacts(db, page.rows, hour, now)
  const rows = page.rows.map((state) => {
    const slots = read.slots.get(state.id) ?? []
    const latest = read.latest.get(state.id) ?? NO_LOGS
    const facts = {
      state,
      status: state.status,
      attempts: attemptsOf(slots, latest),
      failure: read.failures.get(latest.last_failed ?? '') ?? null,
      backlog: read.backlogs.get(state.id) ?? EMPTY_BACKLOG,
      most_backlog: MAX_BACKLOG,
      lanes: read.lanes.get(state.id) ?? [],
      filtered: read.filtered.get(state.id) ?? NOTHING_FILTERED,
      unsettled_seconds: read.unsettled_seconds,
    }
    return { ...presentHealth(facts, now), ...(with_series && { series: seriesOf(slots, hour) }) }
  })
  return { ...page, rows }
}

const NO_LOGS: LatestLogs = { last_succeeded: null, last_failed: null }

async function readFacts(db: Executor, rows: readonly HealthRow[], hour: Span, now: number) {
  const ids = rows.map(({ id }) => id)
  const [slots, latest, backlogs, lanes, filtered, unsettled_seconds] = await Promise.all([
    readSlots(db, ids, hour),
    readLatest(db, ids, now),
    readBacklogs(db, ids, { now, most: MAX_BACKLOG }),
    readLanes(db, ids),
    readFiltered(db, ids),
    readUnsettledSeconds(db),
  ])
  const slots_of = Map.groupBy(slots, ({ subject_id }) => subject_id)
  const hidden = await findHiddenFailures(db, slots_of, latest, hour)
  for (const [id, last_failed] of hidden) latest.set(id, { ...(latest.get(id) ?? NO_LOGS), last_failed })
  const failed = [...latest.values()].flatMap(({ last_failed }) => (last_failed === null ? [] : [last_failed]))
  const failures = await readFailures(db, failed)
  return { latest, backlogs, lanes, filtered, failures, unsettled_seconds, slots: slots_of }
}

function seriesOf(slots: readonly Slot[], { from, to, step_ms }: Span): NonNullable<HealthResource['series']> {
  const attempts: number[] = Array(Math.round((to - from) / step_ms)).fill(0)
  const attempts_failed = [...attempts]
  for (const slot of slots) {
    attempts[slot.slot] = slot.attempts
    attempts_failed[slot.slot] = slot.attempts - slot.succeeded
  }
  return { from: isoTime(from), step: '1m', attempts, attempts_failed }
}
