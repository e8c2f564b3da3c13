import type { IntegrationJobDetail, IntegrationLog } from '../../../generated/schema.ts'
import { formatDuration } from '../../../kit/values/time.ts'
import { type Attempt, attemptsOf, type Schedule, waitBetween } from './waits.ts'

/** Times in milliseconds since the epoch. `next` is in the future. */
export type Span = {
  from: number
  to: number
  kind: 'event' | 'accepted' | 'wait' | 'attempt' | 'next'
  outcome?: 'succeeded' | 'failed'
  label: string
  detail: string
}
type Lane = { label: string; spans: readonly Span[] }
export type Timeline = { lanes: readonly Lane[] }

type TimelineJob = Pick<
  IntegrationJobDetail,
  'status' | 'next_attempt_at' | 'waiting' | 'retried_by_hand' | 'run_id' | 'replay_id' | 'finished_at' | 'meta'
>

/** Job with the logs of its attempts, in any order. */
export type TimelineFacts = {
  label: string
  job: TimelineJob
  schedule: Schedule
  logs: readonly Pick<
    IntegrationLog,
    'attempt' | 'succeeded' | 'processing_time' | 'status_code' | 'error_detail' | 'response' | 'meta'
  >[]
}

/** One lane per job of an event. */
export function timelineOf(jobs: readonly TimelineFacts[], event: { created_at: string }, now: number): Timeline {
  return {
    lanes: jobs.map((facts) => ({ label: facts.label, spans: spansOf(facts, Date.parse(event.created_at), now) })),
  }
}

/**
 * Gapless spans from the event to the last attempt, or for an unfinished job to now or the next attempt. Clocks of
 * machines can differ, so a span never starts before the previous span ends.
 */
function spansOf({ job, logs, schedule }: TimelineFacts, occurred_at: number, now: number): Span[] {
  const line = new Line(occurred_at)
  const created_at = Date.parse(job.meta.timestamps.created_at)
  line.pass(created_at, { kind: 'event', label: 'Event', detail: eventDetail(job, created_at - occurred_at) })
  const attempts = attemptsOf(logs)
  let step = 0
  attempts.forEach((attempt, index) => {
    const before = attempts[index - 1]
    if (before === undefined) line.pass(attempt.started_at, acceptedUntil(attempt.started_at - created_at))
    else {
      const { wait, next_step } = waitBetween(before, attempt, step, { job, schedule })
      step = next_step
      for (const { to, ...words } of wait) line.pass(to, { kind: 'wait', ...words })
    }
    line.add(attempt.ended_at, attemptSpan(attempt))
  })
  addRest(line, job, attempts.length, now)
  return line.spans
}

/** Adds the time since the last attempt, and the next attempt. */
function addRest(line: Line, job: TimelineJob, attempts: number, now: number): void {
  const { status, waiting, next_attempt_at, finished_at } = job
  const kind = attempts === 0 ? 'accepted' : 'wait'
  switch (status) {
    case 'succeeded':
    case 'failed':
      return
    case 'cancelled':
      line.pass(finished_at === null ? now : Date.parse(finished_at), {
        kind,
        label: 'until it was cancelled',
        detail: 'Its integration was disabled or deleted, or a run cancelled the job.',
      })
      return
    case 'delivering':
    case 'pending': {
      line.pass(now, { kind, label: labelOfWaiting(job), detail: waiting?.detail ?? '' })
      const next_at = next_attempt_at === null ? Number.NaN : Date.parse(next_attempt_at)
      if (next_at > now) {
        line.pass(next_at, {
          kind: 'next',
          label: `next attempt in ${formatDuration(next_at - now)}`,
          detail: waiting?.detail ?? '',
        })
      }
    }
  }
}

const WAITING: Readonly<Record<NonNullable<TimelineJob['waiting']>['reason'], string>> = {
  in_flight: 'in flight',
  disabled: 'will be cancelled',
  order: 'waits for an earlier job',
  retry_after: 'Retry-After',
  schedule: 'retry schedule',
  no_worker: 'no worker',
  probing: 'probing',
  rate_limit: 'rate limit',
  queued: 'queued',
}

function labelOfWaiting({ waiting, status }: TimelineJob): string {
  if (waiting !== null) return WAITING[waiting.reason] ?? waiting.reason
  return status === 'delivering' ? WAITING.in_flight : WAITING.queued
}

function eventDetail({ replay_id }: TimelineJob, distance: number): string {
  const took = formatDuration(Math.max(0, distance))
  return replay_id === null
    ? `Job created ${took} after the event.`
    : `Job created by a replay, ${took} after the event.`
}

function acceptedUntil(waited: number): Words {
  return { kind: 'accepted', label: 'Accepted', detail: `First attempt after ${formatDuration(Math.max(0, waited))}.` }
}

function attemptSpan({ attempt, succeeded, status_code, error_detail, ended_at, started_at }: Attempt): Words {
  const took = formatDuration(ended_at - started_at)
  const response = status_code === null ? '' : `, response ${status_code}`
  return {
    kind: 'attempt',
    outcome: succeeded ? 'succeeded' : 'failed',
    label: `Attempt ${attempt}`,
    detail: `${succeeded ? 'Succeeded' : 'Failed'} after ${took}${response}${error_detail === '' ? '' : `: ${error_detail}`}`,
  }
}

type Words = Omit<Span, 'from' | 'to'>

/** Builder for consecutive spans. */
class Line {
  readonly spans: Span[] = []
  #at: number

  constructor(start: number) {
    this.#at = start
  }

  /** Adds a span up to the time, unless the time has passed. */
  pass(to: number, words: Words): void {
    if (to > this.#at) this.add(to, words)
  }

  /** Adds a span even if it takes no time. */
  add(to: number, words: Words): void {
    const end = Math.max(to, this.#at)
    this.spans.push({ from: this.#at, to: end, ...words })
    this.#at = end
  }
}
