import type { Database } from '../db/database.ts'
import type { AuditRow, Event } from '../event-types/event.ts'
import { type Matching, readEnabled, type Snapshot } from '../integrations/snapshot.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Cipher } from '../secrets/cipher.ts'
import type { Backlog } from './backlog.ts'
import { evaluateFilters } from './evaluate-filters.ts'
import type { FilteredCount } from './filtered-count.ts'
import type { JobSink, NewJob } from './jobs.ts'
import {
  type Filtered,
  type Matched,
  makeJob,
  makeJobs,
  NOTHING_DEFERRED,
  parsedOnce,
  storedOrderKey,
} from './make-jobs.ts'
import { sealEvent } from './sealed.ts'
import { appendBatch, appendKeyedBatch } from './store.ts'
import type { EventTelemetry } from './telemetry.ts'

export type Outbox = {
  snapshot: Snapshot
  cipher: Cipher
  clock: Clock
  jobSink: JobSink
  backlog: Pick<Backlog, 'note'>
  filteredCount: Pick<FilteredCount, 'note'>
  /** Notifies the workers of all processes of new jobs that no worker has leased. */
  announce: (jobs: readonly NewJob[]) => void
  telemetry: EventTelemetry
}

export type Appended = {
  jobs: NewJob[]
  /** Events excluded by filters, to be counted after the commit. */
  filtered: Filtered[]
  /** Revision of the integrations that the jobs were created from. */
  revision: number
  /** Ids of the events that were appended because their key was new. */
  appended: Set<string>
}

type AppendOptions = {
  /** See `appendKeyedBatch`. */
  keys?: readonly (string | null)[]
  /** Audit log entry; not allowed with keys. */
  entry?: AuditRow | null
}

/** Appends events, encrypted where required, with a job for every integration that observes them. */
export function appendEvents(
  outbox: Outbox,
  db: Database,
  events: readonly Event[],
  { keys = [], entry = null }: AppendOptions = {},
): Promise<Appended> {
  const unmatched = events.map((event) => ({
    event: sealEvent(outbox.cipher, event),
    payload: parsedOnce(event.payload),
  }))
  const match = async (matching: Matching, now: number) => {
    const hasFilters = events.some((event) => matching.hasFilters(event))
    const keptBack = hasFilters ? await evaluateFilters(unmatched, matching) : NOTHING_DEFERRED
    return makeJobs(unmatched, keptBack, matching, outbox.jobSink, now)
  }
  return appendMatched(outbox, db, { events: unmatched.map(({ event }) => event), keys, entry, match })
}

/** Appends an event for a single integration, even if it does not observe the event; creates no job if it is disabled. */
export function appendEventFor(outbox: Outbox, db: Database, event: Event, integration_id: string): Promise<Appended> {
  const sealed = sealEvent(outbox.cipher, event)
  const match = async (matching: Matching, now: number) => {
    const integration = matching.enabled(integration_id)
    if (integration === undefined) return { jobs: [], filtered: [] }
    const order_key = integration.ordered ? storedOrderKey(sealed, parsedOnce(event.payload)) : null
    const job = makeJob(sealed, integration, sealed.triggered_by, outbox.jobSink, now, order_key)
    return { jobs: [job], filtered: [] }
  }
  return appendMatched(outbox, db, { events: [sealed], keys: [], entry: null, match })
}

type Appending = {
  events: readonly Event[]
  keys: readonly (string | null)[]
  entry: AuditRow | null
  match: (matching: Matching, now: number) => Promise<Matched>
}

/**
 * Appends in the caller's transaction or, given the database itself, in a separate statement. Integrations are matched from the
 * snapshot. The statement appends nothing if the snapshot is outdated, and then they are read from the table, so that a stale
 * snapshot can neither lose nor leak an event.
 */
async function appendMatched(
  outbox: Outbox,
  db: Database,
  { events, keys, entry, match }: Appending,
): Promise<Appended> {
  const { snapshot, jobSink, clock, cipher } = outbox
  let matching = snapshot.matching()
  for (;;) {
    const now = clock()
    const { jobs, filtered } = await match(matching, now)
    const batch = { events, jobs, revision: matching.revision, now, entry }
    const result = await append(db, batch, keys).catch((error: unknown) => {
      jobSink.inDoubt(jobs)
      throw error
    })
    snapshot.confirm(result.revision, now)
    if (result.revision === matching.revision) {
      const { revision, leased, appended } = result
      return { jobs: leased ? jobs : freeJobs(outbox, jobs), filtered, revision, appended }
    }
    jobSink.aborted(jobs)
    // Refreshed so that the next batch is matched from memory again.
    void snapshot.refresh().catch(() => {})
    matching = await readEnabled(db, cipher, events)
  }
}

/**
 * Dispatches committed jobs once the snapshot includes the integrations that they were created for, since in an older snapshot
 * those seem disabled.
 */
export function dispatchJobs(outbox: Outbox, jobs: readonly NewJob[], revision: number): void {
  if (outbox.snapshot.revision() >= revision) dispatch(outbox, jobs)
  else void outbox.snapshot.reach(revision).then(() => dispatch(outbox, jobs))
}

function dispatch({ jobSink, backlog, announce }: Outbox, jobs: readonly NewJob[]): void {
  const free = jobs.filter((job) => job.worker_id === null)
  backlog.note(free)
  jobSink.dispatch(jobs.filter((job) => job.worker_id !== null))
  announce(free)
}

/** The jobs as inserted if the worker that was to lease them is gone. */
function freeJobs(outbox: Outbox, jobs: NewJob[]): NewJob[] {
  outbox.jobSink.aborted(jobs)
  return jobs.map((job) => ({ ...job, worker_id: null }))
}

async function append(db: Database, batch: Parameters<typeof appendBatch>[1], keys: readonly (string | null)[]) {
  if (keys.some((key) => key !== null)) return appendKeyedBatch(db, batch, keys)
  return { ...(await appendBatch(db, batch)), appended: new Set<string>() }
}
