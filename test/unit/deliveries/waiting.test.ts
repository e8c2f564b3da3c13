import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  WAITING_REASONS,
  type WaitingFacts,
  type WaitingJob,
  waitingOf,
} from '../../../src/deliveries/rules/waiting.ts'
import { lawRuns } from '../../support/measures/law-runs.ts'

const NOW = 1_760_000_000_000
const LOW = '0199c000-0000-7000-8000-000000000000'
const HIGH = '0199d000-0000-7000-8000-000000000000'

const due: WaitingJob = {
  id: HIGH,
  status: 'pending',
  attempts: 1,
  next_at: NOW,
  step: 1,
  manual_retries: 0,
  priority: 'live',
}
const quiet: WaitingFacts = {
  integration: { enabled: true, cancelled_before: LOW, rate_limit: null },
  workers: 1,
  probing: false,
  limited: false,
  ahead: null,
  last_attempt: null,
  schedule: [5, 30],
}

const reasonOf = (job: Partial<WaitingJob>, facts: Partial<WaitingFacts> = {}) =>
  waitingOf({ ...due, ...job }, { ...quiet, ...facts }, NOW)?.reason

describe('a job waits because of', () => {
  const limited = { ...quiet.integration, rate_limit: 5 }
  const withRetryAfter = (retry_after: string) => ({ last_attempt: { ended_at: NOW - 1_000, retry_after } })
  test.each<[string, Partial<WaitingJob>, Partial<WaitingFacts>]>([
    ['in_flight', { status: 'delivering' }, { ahead: LOW }],
    ['disabled', {}, { integration: { ...quiet.integration, enabled: false } }],
    ['disabled', { id: LOW }, { integration: { ...quiet.integration, cancelled_before: HIGH } }],
    ['order', { next_at: NOW + 9_000 }, { ahead: LOW }],
    ['retry_after', { next_at: NOW + 59_000 }, withRetryAfter('60')],
    ['retry_after', { next_at: NOW - 1_000 + 86_400_000 }, withRetryAfter('999999')],
    ['schedule', { next_at: NOW + 59_000 }, withRetryAfter('10')],
    ['schedule', { next_at: NOW + 5_000 }, {}],
    ['no_worker', {}, { workers: 0, probing: true }],
    ['probing', {}, { probing: true, limited: true, integration: limited }],
    ['rate_limit', {}, { limited: true, integration: limited }],
    ['queued', {}, { limited: true }],
    ['queued', { id: LOW, manual_retries: 1 }, { integration: { ...quiet.integration, cancelled_before: HIGH } }],
  ])('%s', (reason, job, facts) => {
    expect(reasonOf(job, facts)).toBe(reason)
  })
})

test('a job waits for one reason until it is over, and has a time only if that decides', () => {
  const times = fc.integer({ min: NOW - 100_000, max: NOW + 100_000 })
  const jobs = fc.record({
    id: fc.constantFrom(LOW, HIGH),
    status: fc.constantFrom('pending', 'delivering', 'succeeded', 'failed', 'cancelled'),
    attempts: fc.nat(9),
    next_at: fc.option(times),
    step: fc.nat(9),
    manual_retries: fc.nat(2),
    priority: fc.constantFrom('live', 'replay'),
  } satisfies { [Member in keyof WaitingJob]: fc.Arbitrary<WaitingJob[Member]> })
  const facts = fc.record({
    integration: fc.record({
      enabled: fc.boolean(),
      cancelled_before: fc.constantFrom(LOW, HIGH),
      rate_limit: fc.option(fc.constantFrom(0.5, 100)),
    }),
    workers: fc.nat(2),
    probing: fc.boolean(),
    limited: fc.boolean(),
    ahead: fc.option(fc.constant(LOW)),
    last_attempt: fc.option(fc.record({ ended_at: times, retry_after: fc.option(fc.string(), { nil: undefined }) })),
    schedule: fc.array(fc.nat(1000), { maxLength: 9 }),
  })
  fc.assert(
    fc.property(jobs, facts, (job, state) => {
      const waiting = waitingOf(job, state, NOW)
      expect(waiting === null).toBe(!['pending', 'delivering'].includes(job.status))
      if (waiting === null) return
      expect(WAITING_REASONS).toContain(waiting.reason)
      expect(waiting.detail).toMatch(/^[A-Z].*\.$/)
      const isTimed = waiting.reason === 'schedule' || waiting.reason === 'retry_after'
      expect(waiting.until).toBe(isTimed ? job.next_at : null)
      if (waiting.until !== null) expect(waiting.until).toBeGreaterThan(NOW)
    }),
    { numRuns: lawRuns(1_000) },
  )
})
