import { expect, test } from 'vitest'
import { orderKey } from '../../src/event-types/event.ts'
import { makeJobs, NOTHING_DEFERRED, parsedOnce } from '../../src/events/make-jobs.ts'
import { anEvent, anIntegration } from '../support/targets/due-job.ts'

const jobSink = { reserve: () => 1 } as unknown as Parameters<typeof makeJobs>[3]

test('reads the payload of an event once for any number of ordered integrations', () => {
  const event = {
    ...anEvent(),
    triggered_by: 'customAPIEntryType.created',
    payload: '{"data":{"id":"7","type":"a_ext"}}',
  }
  const ordered = Array.from({ length: 5 }, (_, index) => ({ ...anIntegration({ id: `i${index}` }), ordered: true }))
  let parsed = 0
  const payload = () => {
    parsed += 1
    return JSON.parse(event.payload)
  }
  const { jobs } = makeJobs(
    [{ event, payload: parsedOnce(event.payload) }],
    NOTHING_DEFERRED,
    { observers: () => ordered },
    jobSink,
    0,
  )
  expect(jobs.map(({ order_key }) => order_key)).toEqual(Array(5).fill('7'))
  expect(jobs.map(({ worker_id }) => worker_id)).toEqual(Array(5).fill(null))
  const plain = { ...event, triggered_by: 'order.paid' }
  makeJobs([{ event: plain, payload }], NOTHING_DEFERRED, { observers: () => ordered }, jobSink, 0)
  expect(parsed).toBe(1)
})

test('the order key of a long id is its beginning', () => {
  expect(orderKey('a'.repeat(1_000_000))).toBe('a'.repeat(128))
  for (const id of ['ü'.repeat(200), `${'a'.repeat(127)}💣`, `${'a'.repeat(126)}💣`, '\ud800', 'a b'])
    expect(orderKey(id)).toBe(encodeURIComponent(id.toWellFormed()).slice(0, 128))
})
