import { expect, test } from 'vitest'
import { timesOf } from '../../src/kit/values/series.ts'
import { failuresBetween } from '../../src/pages/deliveries/rules/failure-series.ts'
import { failureOf, jobSentence } from '../../src/pages/deliveries/rules/job-words.ts'
import { deliveryLanes } from '../../src/pages/deliveries/rules/lanes.ts'
import { LatestRows } from '../../src/pages/deliveries/rules/live-rows.ts'
import { runOfList } from '../../src/pages/deliveries/rules/run-of-list.ts'
import { retrySentences, totalOf } from '../../src/pages/deliveries/rules/run-words.ts'

const NOW = Date.parse('2026-11-25T12:00:00Z')
const ID = '00000000-0000-7000-8000-000000000001'
const listed = { action: 'retry' as const, integration: ID, filter: '', range: 'all' as const, now: NOW }

test('a run over a list retries failed jobs unless the filter names statuses', () => {
  expect(runOfList(listed)).toEqual({ data: { action: 'retry', integration_ids: [ID], statuses: ['failed'] } })
})

test('a run takes statuses, keys and times from the filter, and the range from the list', () => {
  const filter = 'in(status,failed,cancelled):like(triggered_by,order.*):lt(created_at,2026-11-25T11:30:00Z)'
  const range = { kind: 'last', amount: 1, unit: 'h' } as const
  expect(runOfList({ ...listed, filter, range })).toEqual({
    data: {
      action: 'retry',
      integration_ids: [ID],
      statuses: ['failed', 'cancelled'],
      keys: ['order.*'],
      from: '2026-11-25T11:00:00.000Z',
      to: '2026-11-25T11:30:00.000Z',
    },
  })
})

test('the narrower of two time conditions applies', () => {
  const filter = 'ge(created_at,2026-11-25T08:00:00Z):ge(created_at,2026-11-25T10:00:00Z)'
  expect(runOfList({ ...listed, filter })).toMatchObject({ data: { from: '2026-11-25T10:00:00.000Z' } })
})

test('a condition that a run does not support is reported, never ignored', () => {
  for (const filter of [
    'gt(attempts,2)',
    'eq(status,succeeded)',
    'like(triggered_by,*der)',
    'in(status,failed,pending)',
  ])
    expect(runOfList({ ...listed, filter }), filter).toHaveProperty('reason')
  expect(runOfList({ ...listed, action: 'cancel', filter: 'eq(status,failed)' })).toHaveProperty('reason')
})

test('a cancellation names no statuses, since only pending jobs are cancelled', () => {
  const run = runOfList({ ...listed, action: 'cancel', filter: 'in(status,pending,delivering)' })
  expect(run).toEqual({ data: { action: 'cancel', integration_ids: [ID] } })
})

const preview = {
  type: 'integration-job-run-preview' as const,
  action: 'retry' as const,
  total: { count: 3000, method: 'exact' as const },
  integrations: [{ id: ID, name: 'ERP', enabled: true, ordered: true, count: 3000 }],
}

test('the dialog shows the duration of the run at its rate, and the effect on the order', () => {
  const sentences = retrySentences(preview, 200).join(' ')
  expect(sentences).toContain('about 15 s')
  expect(sentences).toContain('“ERP” is ordered')
  expect(totalOf(preview.total)).toBe('3,000 jobs')
  expect(totalOf({ count: 1, method: 'lower_bound' })).toBe('at least 1 job')
})

const timestamps = { created_at: '2026-11-25T11:59:00.000Z', updated_at: '2026-11-25T11:59:01.500Z' }
const job = {
  status: 'pending' as const,
  attempts: 1,
  next_attempt_at: '2026-11-25T12:00:30.000Z',
  waiting: {
    reason: 'schedule' as const,
    detail: 'Retry 1 of 10 waits for its time in the retry schedule.',
    until: null,
  },
  last_attempt: {
    id: ID,
    succeeded: false,
    status_code: null,
    error_detail: 'Connection refused',
    created_at: timestamps.updated_at,
  },
  retried_by_hand: 0,
  run_id: null,
  replay_id: null,
  finished_at: null,
  meta: { timestamps },
}

test('a pending job shows why the last attempt failed and what it waits for', () => {
  expect(jobSentence(job)).toBe(
    'The last attempt failed: Connection refused. Retry 1 of 10 waits for its time in the retry schedule.',
  )
  expect(jobSentence({ ...job, status: 'succeeded', attempts: 2, waiting: null })).toContain(
    'Delivered at attempt 2, 1.5 s',
  )
  expect(failureOf({ error_detail: '', status_code: 503 })).toBe('Response 503.')
})

test('the wait of an unfinished job is open-ended, and its next attempt at its time', () => {
  const log = {
    attempt: 1,
    succeeded: false,
    processing_time: 0.5,
    status_code: null,
    error_detail: 'Connection refused',
    response: { headers: null },
    meta: { timestamps: { created_at: timestamps.updated_at } },
  }
  const schedule = { waits: [30], jitter: 0.2, longest_retry_after: 60 }
  const [lane] = deliveryLanes({ label: 'ERP', job, logs: [log], schedule }, timestamps.created_at, NOW)
  const kinds = lane?.spans.map(({ kind }) => kind)
  expect(kinds).toEqual(['waiting', 'failed', 'delay', 'next'])
  expect(lane?.spans[0]?.detail).toMatch(/^Job created at once\. First attempt after/)
  expect(lane?.spans[2]).not.toHaveProperty('to')
  expect(lane?.spans[3]?.from).toBe(Date.parse('2026-11-25T12:00:30.000Z'))
})

test('a live list keeps the newest rows without duplicates, for any number of rows', () => {
  const rows = new LatestRows<{ id: string }>(100)
  for (let at = 0; at < 1_000; at += 1) rows.add([{ id: `row-${at}` }, { id: `row-${at}` }])
  expect(rows.total).toBe(1_000)
  expect(rows.newest().length).toBe(100)
  expect(rows.newest()[0]?.id).toBe('row-999')
  expect(rows.newest().at(-1)?.id).toBe('row-900')
})

test('failures are counted in the steps that overlap the range', () => {
  const series = {
    from: '2026-11-25T10:00:00Z',
    step: '1h' as const,
    points: 3,
    metrics: { attempts_failed: [5, 7, 1], jobs_failed: [1, 0, 0], jobs_cancelled: [0, 2, 0] },
  }
  const hour = 3_600_000
  const [first = 0] = timesOf(series)
  expect(failuresBetween(series, first + hour / 2, first + 2 * hour)).toBe(
    '12 failed attempts, 1 job given up, 2 jobs cancelled',
  )
  expect(failuresBetween(series, first + 2 * hour, Number.POSITIVE_INFINITY)).toBe(
    '1 failed attempt, 0 jobs given up, 0 jobs cancelled',
  )
})
