import { matchingKeys } from '../event-types/catalogue.ts'
import type { Event } from '../event-types/event.ts'
import type { Integration } from '../integrations/integration.ts'
import type { Matching } from '../integrations/snapshot.ts'
import { newId, timeOfId } from '../kernel/ids.ts'

/** A job that this process holds the lease of and may attempt now. */
export type DueJob = {
  id: string
  integration_id: string
  /** The observed key that matched; equals the event's unless the integration observes a custom API's own key. */
  triggered_by: string
  /** Number of this attempt, from 1. */
  attempt: number
  /** How many waits of the retry schedule the job has used. */
  step: number
  generation: number
  manual_retries: number
  /** Jobs of replays give way to jobs of new events. */
  priority: 'live' | 'replay'
  event: Event
}

/** A job about to be inserted: leased on insert when `worker_id` is set, free for any worker otherwise. */
export type NewJob = DueJob & { worker_id: number | null }

/**
 * Where new jobs go besides the table. A process that also delivers leases what it has room for and takes it over in memory
 * after the commit; any other process leaves all free and wakes the workers.
 */
export type JobSink = {
  /** The worker that leases the integration's next job, with a place kept for it; null to leave the job free. */
  reserve(integration_id: string): number | null
  /** Whether more of the owner's jobs wait to be delivered here than should be added to at the moment. */
  isBusyWith(owner_id: string): boolean
  /** After the commit. */
  committed(jobs: readonly NewJob[]): void
  /** They were not inserted: the places are free again. */
  aborted(jobs: readonly NewJob[]): void
  /** After an error that leaves open whether they were committed: should they be, they are not lost sight of. */
  inDoubt(jobs: readonly NewJob[]): void
  /** Jobs of these integrations may be due. */
  wake(integration_ids: readonly string[]): void
}

/** The same sink but for some of what it does. */
export function changedJobSink(jobSink: JobSink, changes: Partial<JobSink>): JobSink {
  return {
    reserve: (integration_id) => jobSink.reserve(integration_id),
    isBusyWith: (owner_id) => jobSink.isBusyWith(owner_id),
    aborted: (jobs) => jobSink.aborted(jobs),
    inDoubt: (jobs) => jobSink.inDoubt(jobs),
    wake: (integration_ids) => jobSink.wake(integration_ids),
    committed: (jobs) => jobSink.committed(jobs),
    ...changes,
  }
}

/** One job for each event and each integration that observes it, under the first key that does. */
export function makeJobs(
  events: readonly Event[],
  matching: Pick<Matching, 'observers'>,
  jobSink: JobSink,
  now: number,
): NewJob[] {
  const jobs: NewJob[] = []
  for (const event of events) {
    const told = new Set<string>()
    for (const key of matchingKeys(event.triggered_by, () => JSON.parse(event.payload))) {
      for (const integration of matching.observers(event, key)) {
        if (told.has(integration.id)) continue
        told.add(integration.id)
        jobs.push(makeJob(event, integration, key, jobSink, now))
      }
    }
  }
  return jobs
}

/** Its id is above what the integration's last disabling cancelled, also when that was by the clock of a machine ahead. */
export function makeJob(
  event: Event,
  { id: integration_id, cancelled_before }: Pick<Integration, 'id' | 'cancelled_before'>,
  triggered_by: string,
  jobSink: JobSink,
  now: number,
): NewJob {
  const worker_id = jobSink.reserve(integration_id)
  return {
    id: newId(Math.max(now, timeOfId(cancelled_before) + 1)),
    integration_id,
    triggered_by,
    attempt: worker_id === null ? 0 : 1,
    step: 0,
    generation: worker_id === null ? 0 : 1,
    manual_retries: 0,
    priority: 'live',
    event,
    worker_id,
  }
}
