import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { newId } from '../../src/db/new-id.ts'
import type { Event } from '../../src/event-types/event.ts'
import { openPayload, sealEvent, sendableUntil, shownPayload } from '../../src/events/sealed.ts'
import { makeCipher } from '../../src/secrets/cipher.ts'

const KEY = 'one-time-password-token-request.created'
const NOW = Date.UTC(2026, 10, 20)
const MINUTE = 60_000
const cipher = makeCipher(randomBytes(32).toString('base64'), [])

function eventOf(triggered_by: string, data: object): Event {
  const payload = JSON.stringify({ data })
  const owner = { organization_id: 'o', store_id: 's' }
  return { ...owner, id: newId(NOW), triggered_by, payload, resource_version: 1, external_id: null, traceparent: null }
}

const seal = (event: Event) => sealEvent(cipher, event)

test('seals an event with a code, opens it unchanged, and leaves other events as they are', () => {
  const other = eventOf('order.paid', { one_time_password_token: 'ABC' })
  const event = eventOf(KEY, { one_time_password_token: 'Zq7!42', name: 'Ada' })
  const sealed = seal(event)
  expect(seal(other)).toBe(other)
  expect(sealed.payload).not.toMatch(/Zq7|Ada/)
  expect(openPayload(cipher, sealed)).toMatchObject({ payload: event.payload, code: 'Zq7!42' })
  expect(openPayload(cipher, other)).toBeNull()
  expect(sendableUntil(other)).toBeNull()
})

test.each([
  ['as its producer says', { expires_at: new Date(NOW + 3 * MINUTE).toISOString() }, 3 * MINUTE],
  ['but ten minutes at most', { expires_at: new Date(NOW + 30 * MINUTE).toISOString() }, 10 * MINUTE],
  ['and ten when nobody says', {}, 10 * MINUTE],
  ['or says nothing that is a time', { expires_at: 'soon' }, 10 * MINUTE],
])('an event with a code may be sent %s', (_, data, life) => {
  const sealed = seal(eventOf(KEY, data))
  expect(sendableUntil(sealed)).toBe(NOW + life)
  expect(openPayload(cipher, sealed)?.expires_at).toBe(NOW + life)
})

test('an event stored before sealing existed is treated like a sealed one', () => {
  const event = eventOf(KEY, { one_time_password_token: 'Zq7!42' })
  expect(openPayload(cipher, event)).toEqual({
    payload: event.payload,
    code: 'Zq7!42',
    expires_at: NOW + 10 * MINUTE,
  })
  expect(shownPayload(cipher, event)).toEqual({ data: { one_time_password_token: '********' } })
})

test('a sealed event is shown without its code, and never with a wrong key or id', () => {
  const sealed = seal(eventOf(KEY, { one_time_password_token: 'Zq7!42', name: 'Ada' }))
  expect(shownPayload(cipher, sealed)).toEqual({ data: { one_time_password_token: '********', name: 'Ada' } })
  expect(shownPayload(makeCipher(randomBytes(32).toString('base64'), []), sealed)).toBeNull()
  expect(shownPayload(cipher, { ...sealed, id: newId(NOW) })).toBeNull()
})
