import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { EventDelivery } from '../../src/generated/schema.ts'
import { deliveryWords } from '../../src/pages/events/rules/why-no-job.ts'

const EVENT = { triggered_by: 'cart.updated', created_at: '2026-11-25T14:00:00.000Z' }
const NOW = Date.parse('2026-11-25T14:01:00.000Z')
const SINCE = '2026-11-24T09:30:00.000Z'

const NO_JOB: EventDelivery = {
  type: 'event-delivery',
  integration: {
    id: '01a21402-5fef-7299-88b1-d1a7d2ee4194',
    name: 'ERP',
    integration_type: 'webhook',
    deleted_at: null,
  },
  outcome: 'none',
  reason: 'not_observed',
  detail: null,
  since: null,
  job: null,
  replays: 0,
  last_attempt: null,
  links: {},
}
const job = {
  id: '01a21402-6063-7591-b708-a7b4e1dcb113',
  status: 'succeeded',
  attempts: 1,
  next_attempt_at: null,
  replay_id: null,
}
const attempt = (milliseconds: number, error_detail = '') => ({
  id: '01a21402-7240-77b4-8e0e-846d5025b358',
  succeeded: error_detail === '',
  status_code: null,
  error_detail,
  created_at: new Date(Date.parse(EVENT.created_at) + milliseconds).toISOString(),
})
const sentenceOf = (own: Partial<EventDelivery>) => deliveryWords({ ...NO_JOB, ...own }, EVENT, NOW).sentence
const made = (own: Partial<EventDelivery>) => sentenceOf({ reason: null, job, ...own })

test('a delivery without a job has a reason', () => {
  expect(deliveryWords(NO_JOB, EVENT, NOW)).toEqual({
    word: 'No job',
    tone: 'off',
    sentence: 'Did not observe cart.updated then.',
  })
  expect(sentenceOf({ reason: 'observed_later' })).toBe('Did not observe cart.updated then; it does now.')
  expect(sentenceOf({ reason: 'created_later', since: SINCE })).toBe('Created later: Nov 24, 2026, 09:30:00 UTC.')
  expect(sentenceOf({ reason: 'deleted', since: SINCE })).toBe('Deleted before: Nov 24, 2026, 09:30:00 UTC.')
  expect(sentenceOf({ reason: 'filtered', detail: 'Its filter excluded the event: eq(a,1).' })).toBe(
    'Its filter excluded the event: eq(a,1).',
  )
  expect(
    sentenceOf({ reason: 'disabled', since: SINCE, detail: 'The service had disabled it: The endpoint is gone.' }),
  ).toBe('Disabled then, since Nov 24, 2026, 09:30:00 UTC: The endpoint is gone.')
  expect(
    sentenceOf({
      reason: 'disabled',
      since: SINCE,
      detail: 'It was disabled, at the latest since its previous change.',
    }),
  ).toBe('Disabled then, since Nov 24, 2026, 09:30:00 UTC at the latest.')
})

test('a delivery with a job has its outcome', () => {
  expect(made({ outcome: 'delivered', last_attempt: attempt(12) })).toBe('Delivered in 12 ms.')
  expect(made({ outcome: 'delivered', job: { ...job, attempts: 3 }, last_attempt: attempt(125_000) })).toBe(
    'Delivered in 2 min 5 s with 3 attempts.',
  )
  const pending = { ...job, status: 'pending', attempts: 2, next_attempt_at: new Date(NOW + 12_000).toISOString() }
  expect(made({ outcome: 'pending', job: pending, last_attempt: attempt(10, 'Connection refused') })).toBe(
    'Attempt 3 in 12 s: Connection refused.',
  )
  expect(made({ outcome: 'pending', job: { ...job, status: 'delivering' } })).toBe('Is being delivered.')
  expect(made({ outcome: 'failed', job: { ...job, attempts: 11 }, last_attempt: attempt(10, 'Gone.') })).toBe(
    'Failed after 11 attempts: Gone.',
  )
  expect(made({ outcome: 'cancelled', job: { ...job, attempts: 0 } })).toBe('Cancelled before the first attempt.')
})

test('a later replay does not hide why there was no job', () => {
  const replayed = { ...job, replay_id: '01a21402-6063-7591-b708-a183b00933a6' }
  expect(sentenceOf({ outcome: 'delivered', job: replayed, replays: 1, last_attempt: attempt(50_000) })).toBe(
    'Did not observe cart.updated then; delivered by a replay.',
  )
})

describe('every delivery in the API', () => {
  test('has one sentence with a tone', () => {
    const delivery = fc.record({
      outcome: fc.constantFrom(...(['delivered', 'pending', 'failed', 'cancelled', 'none'] as const)),
      reason: fc.option(
        fc.constantFrom(
          ...([
            'deleted',
            'created_later',
            'disabled',
            'observed_later',
            'not_observed',
            'filtered',
            'unknown',
          ] as const),
        ),
      ),
      detail: fc.option(fc.constantFrom('A reason.', 'Another')),
      since: fc.option(fc.constant(SINCE)),
      job: fc.option(fc.constant(job)),
      last_attempt: fc.option(fc.constantFrom(attempt(5), attempt(7, 'Refused.'))),
    })
    fc.assert(
      fc.property(delivery, (own) => {
        const { word, tone, sentence } = deliveryWords({ ...NO_JOB, ...own }, EVENT, NOW)
        expect(sentence).toMatch(/^[A-Z].*[^.]\.$/)
        expect(tone === 'off').toBe(word === 'No job' || word === 'Cancelled')
      }),
    )
  })
})
