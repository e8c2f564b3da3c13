import type { Event } from '../event-types/event.ts'

/** A job that this process has leased and may attempt now. */
export type DueJob = {
  id: string
  integration_id: string
  /** The observed key that matched; equals the event's unless the integration observes a custom API's own key. */
  triggered_by: string
  /** Number of this attempt, from 1. */
  attempt: number
  /** How many delays of the retry schedule the job has used. */
  step: number
  generation: number
  manual_retries: number
  /** Jobs of new events take precedence over those of replays. */
  priority: 'live' | 'replay'
  /** Jobs of an integration with the same key are delivered one after the other; null where there is no order. */
  order_key: string | null
  event: Event
}

/** A payload that is read again when the attempt starts, so that those of waiting jobs do not fill the memory. */
type LargePayload = { bytes: number }

/** A leased job until its attempt starts. */
export type LeasedJob = DueJob | (Omit<DueJob, 'event'> & { event: Omit<Event, 'payload'> & { payload: LargePayload } })

/** A job about to be inserted: leased on insert when `worker_id` is set, free for any worker otherwise. */
export type NewJob = LeasedJob & { worker_id: number | null }

/**
 * The part of a process that takes new jobs in memory. A process that delivers leases the jobs that it has capacity for on
 * insert, and gets them after the commit; any other leaves all free.
 */
export type JobSink = {
  /** The worker that leases the integration's next job, with a slot reserved for it; null to leave the job free. */
  reserve(integration_id: string): number | null
  /** True while as many attempts start as can, and many more jobs of the organization wait. */
  isBusyWith(organization_id: string): boolean
  /** Starts delivering jobs that were leased on insert. To be called after the commit. */
  dispatch(jobs: readonly NewJob[]): void
  /** The jobs were not inserted: their slots are free again. */
  aborted(jobs: readonly Pick<NewJob, 'integration_id' | 'worker_id'>[]): void
  /** After an error that leaves open whether the jobs were committed: those that were are given back. */
  inDoubt(jobs: readonly NewJob[]): void
  /** Jobs of these integrations may be due. */
  wake(integration_ids: readonly string[]): void
}
