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
])('TRANSPORT_URL %s stops the start with a sentence that names the setting and not its secrets', (TRANSPORT_URL) => {
  expect(() => readConfig({ TRANSPORT_URL })).toThrow(/^Invalid settings:\n {2}TRANSPORT_URL: (?!.*sec)/)
})
