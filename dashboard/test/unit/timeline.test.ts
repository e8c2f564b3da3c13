import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { IntegrationJobDetail } from '../../src/generated/schema.ts'
import { retrySentence } from '../../src/pages/integrations/rules/retry-words.ts'
import { type Span, type TimelineFacts, timelineOf } from '../../src/pages/integrations/rules/timeline.ts'

const START = Date.parse('2026-11-25T14:00:00.000Z')
const at = (milliseconds: number) => new Date(START + milliseconds).toISOString()

type Job = TimelineFacts['job']
type Log = TimelineFacts['logs'][number]

function jobOf(own: Partial<Job> = {}): Job {
  return {
    status: 'pending',
    next_attempt_at: null,
    waiting: null,
    retried_by_hand: 0,
    run_id: null,
    replay_id: null,
    finished_at: null,
    meta: { timestamps: { created_at: at(3), updated_at: at(3) } },
    ...own,
  }
}

/** A failed attempt of 2 ms that ended at this time. */
function logOf(attempt: number, ended: number, own: Partial<Log> = {}): Log {
  return {
    attempt,
    succeeded: false,
    processing_time: 0.002,
    status_code: null,
    error_detail: 'Connection refused',
    response: { headers: null },
    meta: { timestamps: { created_at: at(ended) } },
    ...own,
  }
}

const SCHEDULE = {
  waits: [5, 30, 120, 600, 1800, 3600, 10_800, 21_600, 43_200, 86_400],
  jitter: 0.2,
  longest_retry_after: 86_400,
}

function spansOf(job: Job, logs: Log[], now: number): readonly Span[] {
  const [lane] = timelineOf(
    [{ label: 'Receiver', job, logs, schedule: SCHEDULE }],
    { created_at: at(0) },
    START + now,
  ).lanes
  return lane?.spans ?? []
}

const labels = (spans: readonly Span[]) => spans.map(({ kind, label }) => `${kind}: ${label}`)

const time = fc.integer({ min: -5_000, max: 100_000_000 })
const log = fc
  .record({
    attempt: fc.integer({ min: 1, max: 12 }),
    ended: time,
    succeeded: fc.boolean(),
    seconds: fc.double({ min: 0, max: 10, noNaN: true }),
    retry_after: fc.option(fc.constantFrom('600', '0', 'soon', 'Wed, 25 Nov 2026 15:00:00 GMT')),
  })
  .map(({ attempt, ended, succeeded, seconds, retry_after }) =>
    logOf(attempt, ended, {
      succeeded,
      processing_time: seconds,
      response: { headers: retry_after === null ? null : { 'Retry-After': retry_after } },
    }),
  )
const job = fc
  .record({
    status: fc.constantFrom(...(['pending', 'delivering', 'succeeded', 'failed', 'cancelled'] as const)),
    created: time,
    next: fc.option(time),
    finished: fc.option(time),
    retried_by_hand: fc.nat({ max: 2 }),
  })
  .map(({ status, created, next, finished, retried_by_hand }) =>
    jobOf({
      status,
      retried_by_hand,
      next_attempt_at: next === null ? null : at(next),
      finished_at: finished === null ? null : at(finished),
      meta: { timestamps: { created_at: at(created), updated_at: at(created) } },
    }),
  )

describe('spans of a lane', () => {
  test('follow each other from the event to the last attempt, or to now', () => {
    fc.assert(
      fc.property(job, fc.array(log, { maxLength: 12 }), time, (facts, logs, now) => {
        const spans = spansOf(facts, logs, now)
        let end = START
        for (const span of spans) {
          expect(span.from).toBe(end)
          expect(span.to).toBeGreaterThanOrEqual(span.from)
          end = span.to
        }
        const isOpen = facts.status === 'pending' || facts.status === 'delivering'
        const ends = logs.map(({ meta }) => Date.parse(meta.timestamps.created_at))
        expect(end).toBeGreaterThanOrEqual(Math.max(START, ...ends, isOpen ? START + now : 0))
      }),
    )
  })

  test('include every attempt with its outcome', () => {
    fc.assert(
      fc.property(job, fc.array(log, { maxLength: 12 }), time, (facts, logs, now) => {
        const attempts = spansOf(facts, logs, now).filter(({ kind }) => kind === 'attempt')
        const outcomes = attempts.map(({ label, outcome }) => `${label} ${outcome}`).sort()
        expect(outcomes).toEqual(
          logs.map(({ attempt, succeeded }) => `Attempt ${attempt} ${succeeded ? 'succeeded' : 'failed'}`).sort(),
        )
      }),
    )
  })

  test('come after now only if they are due later', () => {
    fc.assert(
      fc.property(job, time, (facts, now) => {
        const spans = spansOf(facts, [], now).filter(
          ({ to }) => to > Math.max(START + now, Date.parse(facts.meta.timestamps.created_at)),
        )
        expect(spans.every(({ kind }) => kind === 'next' || facts.status === 'cancelled')).toBe(true)
      }),
    )
  })
})

describe('the reason of a wait', () => {
  test('is the retry schedule, in the order of its steps', () => {
    const logs = [logOf(1, 10), logOf(2, 4_500), logOf(3, 38_000)]
    const waiting: IntegrationJobDetail['waiting'] = {
      reason: 'schedule',
      detail: 'Retry 3 of 10 waits.',
      until: at(150_000),
    }
    const spans = spansOf(jobOf({ next_attempt_at: at(150_000), waiting }), logs, 60_000)
    expect(labels(spans)).toEqual([
      'event: Event',
      'accepted: Accepted',
      'attempt: Attempt 1',
      'wait: retry schedule: 5 s',
      'attempt: Attempt 2',
      'wait: retry schedule: 30 s',
      'attempt: Attempt 3',
      'wait: retry schedule',
      'next: next attempt in 1 min 30 s',
    ])
    expect(spans[2]?.detail).toBe('Failed after 2 ms: Connection refused')
    expect(spans.at(-2)?.detail).toBe('Retry 3 of 10 waits.')
  })

  test("is the receiver's Retry-After", () => {
    const busy = logOf(1, 10, { status_code: 503, response: { headers: { 'retry-after': '600' } } })
    const spans = spansOf(jobOf({ status: 'succeeded' }), [busy, logOf(2, 600_100, { succeeded: true })], 700_000)
    expect(labels(spans)).toContain('wait: Retry-After: 600 s')
  })

  test('ends with a manual retry, after which the schedule starts over', () => {
    const logs = [logOf(1, 10), logOf(2, 5_000), logOf(3, 9_000), logOf(4, 14_000, { succeeded: true })]
    expect(labels(spansOf(jobOf({ status: 'succeeded', retried_by_hand: 1 }), logs, 20_000))).toEqual([
      'event: Event',
      'accepted: Accepted',
      'attempt: Attempt 1',
      'wait: retry schedule: 5 s',
      'attempt: Attempt 2',
      'wait: cut short by a retry',
      'attempt: Attempt 3',
      'wait: retry schedule: 5 s',
      'attempt: Attempt 4',
    ])
  })

  test('is a queue behind the schedule, or a retry of a finished job', () => {
    const logs = [logOf(1, 10), logOf(2, 60_000, { succeeded: true }), logOf(3, 90_000, { succeeded: true })]
    expect(
      labels(spansOf(jobOf({ status: 'succeeded' }), logs, 100_000)).filter((label) => label.startsWith('wait')),
    ).toEqual(['wait: retry schedule: 5 s', 'wait: queued', 'wait: until it was retried'])
  })
})

describe('an open span', () => {
  test("has the API's reason for a job that is due", () => {
    const waiting: IntegrationJobDetail['waiting'] = {
      reason: 'probing',
      detail: 'The endpoint keeps failing.',
      until: null,
    }
    expect(labels(spansOf(jobOf({ waiting, next_attempt_at: at(8_000) }), [logOf(1, 10)], 9_000)).at(-1)).toBe(
      'wait: probing',
    )
    expect(labels(spansOf(jobOf({ waiting: { ...waiting, reason: 'queued' } }), [], 9_000))).toEqual([
      'event: Event',
      'accepted: queued',
    ])
  })

  test('ends at the cancellation of a job', () => {
    const spans = spansOf(jobOf({ status: 'cancelled', finished_at: at(3_000) }), [logOf(1, 10)], 9_000)
    expect(spans.at(-1)).toMatchObject({ kind: 'wait', label: 'until it was cancelled', to: START + 3_000 })
  })
})

test("a failed job waits by the API's schedule, for any schedule", () => {
  expect(retrySentence({ type: 'retry-schedule', waits: [5, 90], jitter: 0.1, longest_retry_after: 60 })).toBe(
    'A failed delivery is retried after 5 s, 1 min 30 s (each up to 10% longer or shorter): 3 attempts in about 1 min 35 s. A receiver can request a longer wait.',
  )
  expect(retrySentence({ type: 'retry-schedule', waits: [], jitter: 0.2, longest_retry_after: 60 })).toBe(
    'Failed deliveries are not retried.',
  )
})
