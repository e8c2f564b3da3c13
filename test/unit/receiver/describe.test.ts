import { expect, test } from 'vitest'
import { newId } from '../../../src/db/new-id.ts'
import { type Arrival, judge, resourceName } from '../../../src/receiver/arrival.ts'
import { delayOf, describeInLine } from '../../../src/receiver/describe.ts'

const NOW = Date.UTC(2026, 10, 20, 12)

function arrivalOf(body: unknown, headers: Record<string, string> = {}): Arrival {
  const received = { method: 'POST', path: '/x', headers, body: Buffer.from(JSON.stringify(body)), received_at: NOW }
  return judge(received, () => ({ secrets: ['one'], secret_header: 'X-Secret' }))
}

test('a line about a delivery has event, resource, attempt and signature', () => {
  const id = newId(NOW - 14)
  const payload = { data: { type: 'order', id: '1' } }
  const line = describeInLine(arrivalOf({ id, triggered_by: 'order.paid', attempt: 2, payload }))
  expect(line).toMatch(
    /^\d\d:\d\d:00\.000 {2}.*order\.paid.* {2}order 1 {2}attempt 2 {2}.*unsigned.* {2}event .*, received after 14 ms\n$/,
  )
})

test('the raw secret header is compared under a name in any case', () => {
  expect(arrivalOf({}, { 'x-secret': 'one' }).secret_header).toBe('matches')
  expect(arrivalOf({}, { 'x-secret': 'two' }).secret_header).toBe('differs')
  expect(arrivalOf({}).secret_header).toBe('absent')
})

test('a deleted resource is named by its bare payload, and an empty payload has no name', () => {
  expect(resourceName({ type: 'order', id: '1' })).toBe('order 1')
  expect(resourceName(null)).toBe('')
})

test('only an id with a time yields a delay', () => {
  expect(delayOf(arrivalOf({ id: 'e6c8d1a2-0000-4000-8000-000000000000' }))).toBeNull()
})
