import { expect, test } from 'vitest'
import { evaluateFilters } from '../../src/events/evaluate-filters.ts'
import { parsedOnce } from '../../src/events/make-jobs.ts'
import { payloadTest } from '../../src/integrations/rules/payload-filter.ts'
import type { Matching } from '../../src/integrations/snapshot.ts'
import { anEvent, anIntegration } from '../support/targets/due-job.ts'

const FILTER = `contains_any(data.l.x,${Array.from({ length: 200 }, (_, index) => `v${index}`).join(',')})`

function matchingOf(count: number): Pick<Matching, 'observers' | 'hasFilters'> {
  const integrations = Array.from({ length: count }, (_, index) => ({
    ...anIntegration({ id: `i${index}` }),
    filter: payloadTest(FILTER),
  }))
  return { observers: () => integrations, hasFilters: () => true }
}

function eventOf(members: number) {
  const payload = JSON.stringify({ data: { type: 'order', id: '1', l: Array(members).fill({ x: 'q' }) } })
  return { event: { ...anEvent(), triggered_by: 'order.paid', payload }, payload: parsedOnce(payload) }
}

test('withholds an event from integrations whose filter it does not pass', async () => {
  const kept = await evaluateFilters([eventOf(3), eventOf(0)], matchingOf(2))
  expect(kept).toEqual(
    new Map([
      [0, new Set(['i0', 'i1'])],
      [1, new Set(['i0', 'i1'])],
    ]),
  )
})

test('delivers an event with too many members to all integrations, after bounded work', async () => {
  const kept = await evaluateFilters([eventOf(400_000)], matchingOf(600))
  expect(kept).toEqual(new Map())
})

test('yields to the event loop while evaluating the filters of many events', async () => {
  let others = 0
  let isOver = false
  const other = () => {
    others += 1
    if (!isOver) setImmediate(other)
  }
  setImmediate(other)
  const events = Array.from({ length: 200 }, () => eventOf(2_000))
  const kept = await evaluateFilters(events, matchingOf(50))
  isOver = true
  expect(kept.size).toBe(200)
  expect(others).toBeGreaterThan(10)
})
