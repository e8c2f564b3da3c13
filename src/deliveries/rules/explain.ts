export const NO_JOB_REASONS = [
  'deleted',
  'created_later',
  'disabled',
  'observed_later',
  'not_observed',
  'filtered',
  'unknown',
] as const
type NoJobReason = (typeof NO_JOB_REASONS)[number]

/** `since` is in milliseconds since the epoch; null if the reason has no time. */
export type NoJob = { reason: NoJobReason; detail: string; since: number | null }

export type IntegrationState = {
  enabled: boolean
  /** Reason and time if the service disabled it; null otherwise. */
  disabled: { detail: string; at: number } | null
  observed: boolean
  failing_conditions: readonly string[]
  changed_at: number
}

/** Times are in milliseconds since the epoch. */
export type NoJobFacts = {
  event: { key: string; at: number }
  created_at: number
  deleted_at: number | null
  /** State at the time of the event; null if no longer known. */
  at_event: IntegrationState | null
  at_present: Pick<IntegrationState, 'observed'>
}

/** Reason why an integration has no job of an event; `unknown` if the facts do not suffice. */
export function noJobReason({ event, created_at, deleted_at, at_event, at_present }: NoJobFacts): NoJob {
  if (deleted_at !== null && deleted_at <= event.at) {
    return { reason: 'deleted', detail: 'It had been deleted.', since: deleted_at }
  }
  if (created_at > event.at) {
    return { reason: 'created_later', detail: 'It was created after the event.', since: created_at }
  }
  if (at_event === null) {
    const detail = 'It has changed since, and its state at that time is past the retention of events.'
    return { reason: 'unknown', detail, since: null }
  }
  return notEnabled(at_event) ?? notObserved(event.key, at_event, at_present) ?? filteredOut(at_event) ?? UNEXPLAINED
}

function notEnabled({ enabled, disabled, changed_at }: IntegrationState): NoJob | null {
  if (enabled) return null
  if (disabled !== null) {
    return { reason: 'disabled', detail: `The service had disabled it: ${disabled.detail}`, since: disabled.at }
  }
  return {
    reason: 'disabled',
    detail: 'It was disabled, at the latest since its previous change.',
    since: changed_at,
  }
}

function notObserved(key: string, then: IntegrationState, present: NoJobFacts['at_present']): NoJob | null {
  if (then.observed) return null
  if (present.observed) {
    return { reason: 'observed_later', detail: `It did not observe ${key} then; it does now.`, since: null }
  }
  return { reason: 'not_observed', detail: `It did not observe ${key}.`, since: null }
}

function filteredOut({ failing_conditions }: IntegrationState): NoJob | null {
  if (failing_conditions.length === 0) return null
  return {
    reason: 'filtered',
    detail: `Its filter excluded the event: ${failing_conditions.join(' and ')}.`,
    since: null,
  }
}

const UNEXPLAINED: NoJob = {
  reason: 'unknown',
  detail:
    'According to the records it observed the event and was enabled. It may have changed in the same second, the job may be past ' +
    'the retention, or the event was a test of another integration.',
  since: null,
}

export type OutcomeJob = {
  id: string
  status: 'pending' | 'delivering' | 'succeeded' | 'failed' | 'cancelled'
}

export const OUTCOMES = ['delivered', 'pending', 'failed', 'cancelled', 'none'] as const
export type Outcome = (typeof OUTCOMES)[number]

/**
 * Outcome of an event at an integration, and the job that decides it: a delivered job, else an unfinished one, else the latest.
 */
export function outcomeOf<Job extends OutcomeJob>(jobs: readonly Job[]): { outcome: Outcome; job: Job | null } {
  const latestFirst = jobs.toSorted((one, other) => (one.id < other.id ? 1 : -1))
  const job =
    latestFirst.find(({ status }) => status === 'succeeded') ??
    latestFirst.find(({ status }) => status === 'pending' || status === 'delivering') ??
    latestFirst[0]
  return job === undefined ? { outcome: 'none', job: null } : { outcome: OUTCOME_OF[job.status], job }
}

const OUTCOME_OF: Readonly<Record<OutcomeJob['status'], Outcome>> = {
  pending: 'pending',
  delivering: 'pending',
  succeeded: 'delivered',
  failed: 'failed',
  cancelled: 'cancelled',
}
