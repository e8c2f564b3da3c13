import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  NO_JOB_REASONS,
  type NoJobFacts,
  noJobReason,
  type OutcomeJob,
  outcomeOf,
} from '../../../src/deliveries/rules/explain.ts'
import { lawRuns } from '../../support/measures/law-runs.ts'

const AT = 1_760_000_000_000

const time = fc.integer({ min: AT - 3, max: AT + 3 })
const state = fc.record({
  enabled: fc.boolean(),
  disabled: fc.option(fc.record({ detail: fc.constant('It failed for too long.'), at: time })),
  observed: fc.boolean(),
  failing_conditions: fc.array(fc.constant('eq(data.a,1)'), { maxLength: 2 }),
  changed_at: time,
})
const facts: fc.Arbitrary<NoJobFacts> = fc.record({
  event: fc.record({ key: fc.constant('order.paid'), at: fc.constant(AT) }),
  created_at: time,
  deleted_at: fc.option(time),
  at_event: fc.option(state),
  at_present: fc.record({ observed: fc.boolean() }),
})

test('there is always one reason, and the facts never contradict it', () => {
  fc.assert(
    fc.property(facts, (all) => {
      const { reason, detail } = noJobReason(all)
      const { created_at, deleted_at, at_event, at_present } = all
      expect(NO_JOB_REASONS).toContain(reason)
      expect(detail).toMatch(/\.$/)
      const holds: Record<typeof reason, boolean> = {
        deleted: deleted_at !== null && deleted_at <= AT,
        created_later: created_at > AT,
        disabled: at_event?.enabled === false,
        observed_later: at_event?.observed === false && at_present.observed,
        not_observed: at_event?.observed === false && !at_present.observed,
        filtered: (at_event?.failing_conditions.length ?? 0) > 0,
        unknown:
          at_event === null || (at_event.enabled && at_event.observed && at_event.failing_conditions.length === 0),
      }
      expect(holds[reason], reason).toBe(true)
    }),
    { numRuns: lawRuns(1_000) },
  )
})

test('the reason is unknown when the former state is unknown', () => {
  fc.assert(
    fc.property(facts, (all) => {
      const unknown = { ...all, at_event: null, created_at: AT, deleted_at: null }
      expect(noJobReason(unknown).reason).toBe('unknown')
    }),
  )
})

test('an event is delivered if one of its jobs is, and pending if another is unfinished', () => {
  const jobs = fc.uniqueArray(
    fc.record({
      id: fc.uuid(),
      status: fc.constantFrom<OutcomeJob['status'][]>('pending', 'delivering', 'succeeded', 'failed', 'cancelled'),
    }),
    { selector: ({ id }) => id, maxLength: 5 },
  )
  fc.assert(
    fc.property(jobs, (all) => {
      const { outcome, job } = outcomeOf(all)
      const has = (...statuses: OutcomeJob['status'][]) => all.some(({ status }) => statuses.includes(status))
      expect(outcome === 'none').toBe(all.length === 0)
      expect(outcome === 'delivered').toBe(has('succeeded'))
      expect(outcome === 'pending').toBe(!has('succeeded') && has('pending', 'delivering'))
      if (outcome !== 'failed' && outcome !== 'cancelled') return
      expect(job?.id).toBe(
        all
          .map(({ id }) => id)
          .toSorted()
          .at(-1),
      )
    }),
    { numRuns: lawRuns(1_000) },
  )
})
