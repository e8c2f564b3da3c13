import { expect, test } from 'vitest'
import { readConfig } from '../../src/config.ts'

test.each([
  'amqp://localhost',
  'amqps://tidings:secret@rabbit.internal:5671/shop',
  'amqp://[::1]:5672/%2F?heartbeat=10',
])('TRANSPORT_URL may be %s', (TRANSPORT_URL) => {
  expect(readConfig({ TRANSPORT_URL }).TRANSPORT_URL).toBe(TRANSPORT_URL)
})

test.each([
  'http://localhost',
  'rabbit.internal',
  'amqp://tidings:sec#ret@rabbit.internal',
  'amqp://tidings:secret@host:99999',
])('the error for TRANSPORT_URL %s names the setting but not its secrets', (TRANSPORT_URL) => {
  expect(() => readConfig({ TRANSPORT_URL })).toThrow(/^Invalid settings:\n {2}TRANSPORT_URL: (?!.*sec)/)
})
