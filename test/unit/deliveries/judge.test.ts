import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Reply } from '../../../src/deliveries/attempt.ts'
import { judge } from '../../../src/deliveries/rules/judge.ts'

const now = Date.parse('2026-03-01T12:00:00.400Z')

function response(status_code: number, headers: Record<string, string> = {}, body_truncated = false): Reply {
  return { kind: 'response', status_code, headers, body: '', body_truncated, processing_time: 0.1 }
}

function retryAfter(value: string, status_code = 503): number | null {
  const verdict = judge(response(status_code, { 'retry-after': value }), now)
  return verdict.succeeded ? null : verdict.retry_after
}

test.each([200, 201, 202, 204, 226, 299])('a %i succeeds', (status) => {
  expect(judge(response(status, { 'retry-after': '5' }), now)).toStrictEqual({ succeeded: true })
})

test('a 2xx with a truncated body succeeds', () => {
  expect(judge(response(200, {}, true), now)).toStrictEqual({ succeeded: true })
})

test.each([
  [404, 'Received a status code outside of 2xx range (404 Not Found) - treating webhook as a fail'],
  [503, 'Received a status code outside of 2xx range (503 Service Unavailable) - treating webhook as a fail'],
  [304, 'Received a status code outside of 2xx range (304 Not Modified) - treating webhook as a fail'],
  [799, 'Received a status code outside of 2xx range (799) - treating webhook as a fail'],
])('a %i fails with a readable sentence', (status, detail) => {
  expect(judge(response(status), now)).toStrictEqual({ succeeded: false, detail, retry_after: null, final: false })
})

test.each([
  ['https://other.example/path', 'https://other.example'],
  ['https://user:password@other.example:8443/path?token=secret#part', 'https://other.example:8443'],
  ['//user@other.example/', '//other.example'],
  ['//a@b@other.example', '//other.example'],
  ['https://other.example\\secret', 'https://other.example'],
  ['?token=secret', 'another path of the same host'],
  ['/login?next=https://secret@other.example/', 'another path of the same host'],
])('a redirect is not followed, and its location is shown without secrets: %s', (location, shown) => {
  expect(judge(response(302, { location }), now)).toMatchObject({
    succeeded: false,
    detail: `Redirects are not followed (302 to ${shown}) - treating webhook as a fail`,
  })
})

test('only a 410 response is final', () => {
  expect(judge(response(410), now)).toMatchObject({ succeeded: false, final: true })
  expect(judge(response(404), now)).toMatchObject({ succeeded: false, final: false })
})

test('a missing response fails with its own detail', () => {
  const reply: Reply = {
    kind: 'no_response',
    reason: 'refused',
    detail: 'Connection refused by a:1',
    processing_time: 0,
  }
  const expected = { succeeded: false, detail: 'Connection refused by a:1', retry_after: null, final: false }
  expect(judge(reply, now)).toStrictEqual(expected)
})

describe('Retry-After', () => {
  test.each([
    ['120', 120],
    [' 0 ', 0],
    ['Sun, 01 Mar 2026 12:01:00 GMT', 60],
    ['Sunday, 01-Mar-26 12:01:00 GMT', 60],
    ['Sun Mar  1 12:01:00 2026', 60],
    ['Sun, 01 Mar 2026 11:00:00 GMT', 0],
    ['31536000', 31_536_000],
  ])('is parsed as seconds or as a date: %s', (value, seconds) => {
    expect(retryAfter(value)).toBe(seconds)
    expect(retryAfter(value, 429)).toBe(seconds)
  })

  test.each(['', '-5', '1.5', 'soon', '5, 10', '2026-03-01', 'Sun, 99 Foo 2026', '0x10'])(
    'is ignored when it is malformed: %j',
    (value) => expect(retryAfter(value)).toBeNull(),
  )

  test.each(['1795798010', '1795798010000', '99999999999999999999'])(
    'is ignored when it looks like a Unix time: %s',
    (value) => expect(retryAfter(value)).toBeNull(),
  )

  test('is never negative, infinite or NaN', () => {
    const value = fc.oneof(fc.string(), fc.stringMatching(/^\d{1,400}$/), fc.date().map(String))
    fc.assert(
      fc.property(value, (value) => {
        const seconds = retryAfter(value)
        expect(seconds === null || (Number.isFinite(seconds) && seconds >= 0)).toBe(true)
      }),
    )
  })
})

test('a rejection that can never succeed is final', () => {
  const refused = {
    kind: 'refused',
    status_code: null,
    headers: {},
    body: '',
    processing_time: 0,
    overloaded: false,
  } as const
  for (const final of [true, false]) {
    const verdict = { succeeded: false, detail: 'too large', retry_after: null, final }
    expect(judge({ ...refused, detail: 'too large', final }, now)).toStrictEqual(verdict)
  }
})
