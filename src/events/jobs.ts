import type { Event } from '../event-types/event.ts'

/** A job that this process has leased and may attempt now. */
export type DueJob = {
  id: string
  integration_id: string
  /** Observed key that matched; equals the event's unless the integration observes a custom API's own key. */
  triggered_by: string
  /** Number of this attempt, from 1. */
  attempt: number
  /** Number of delays of the retry schedule that the job has used. */
  step: number
  generation: number
  manual_retries: number
  /** Jobs of new events take precedence over those of replays. */
  priority: 'live' | 'replay'
  /** Jobs of an integration with the same key are delivered one after another; null for no order. */
  order_key: string | null
  event: Event
}

/** Size of a payload that is read when the attempt starts, so that large payloads of waiting jobs do not fill the memory. */
type LargePayload = { bytes: number }

export type LeasedJob = DueJob | (Omit<DueJob, 'event'> & { event: Omit<Event, 'payload'> & { payload: LargePayload } })

/** A job about to be inserted: leased on insert if `worker_id` is set, otherwise free for any worker. */
export type NewJob = LeasedJob & { worker_id: number | null }

/**
 * Receives new jobs in memory. A process that delivers leases jobs on insert while it has capacity, and gets them after the
 * commit; any other process leaves all jobs free.
 */
export type JobSink = {
  /** Reserves a slot and returns the worker that leases the integration's next job; null to leave the job free. */
  reserve(integration_id: string): number | null
  /** True while the worker is saturated and many more jobs of the organization wait. */
  isBusyWith(organization_id: string): boolean
  /** Starts delivering jobs that were leased on insert. Must be called after the commit. */
  dispatch(jobs: readonly NewJob[]): void
  /** Frees the slots of jobs that were not inserted. */
  aborted(jobs: readonly Pick<NewJob, 'integration_id' | 'worker_id'>[]): void
  /** Releases leases after an error that leaves open whether the jobs were committed. */
  inDoubt(jobs: readonly NewJob[]): void
  /** Claims jobs of these integrations that may be due. */
  wake(integration_ids: readonly string[]): void
}
