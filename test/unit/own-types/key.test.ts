import { expect, test } from 'vitest'
import { eventTypes } from '../../../src/event-types/catalog.ts'
import { isOwnKeyForm, keyProblem } from '../../../src/own-types/rules/key.ts'

const LONGEST_VALID_KEY = `acme.${'a'.repeat(41)}.${'b'.repeat(41)}.${'c'.repeat(11)}`

test.each([
  'acme.approved',
  'acme.order.approved',
  'a.b.c.d.e',
  'erp-2.stock_level.low',
  'acme.order.deleted',
  LONGEST_VALID_KEY,
])('%s may be declared', (key) => expect(keyProblem(key)).toBeNull())

test.each([
  ...[
    'acme',
    '',
    '.',
    'acme.',
    '.acme',
    'acme..x',
    'a.b.c.d.e.f',
    'Acme.x',
    'acme.X',
    'acme.1x',
    '1acme.x',
    'acme x.y',
  ],
  ...['acme.*', '*', 'acme.ä', 'acme.x\n', `acme.${'a'.repeat(42)}`, `${LONGEST_VALID_KEY}c`],
])('%j is not a valid own key', (key) => expect(keyProblem(key)).toContain('2 to 5 segments'))

test('own keys cannot start like a built-in, custom API or reserved key', () => {
  for (const { key } of eventTypes) expect(keyProblem(key), key).not.toBeNull()
  expect(keyProblem('order.approved')).toContain('must not be "order"')
  expect(keyProblem('subscription.approved.twice')).toContain('must not be "subscription"')
  expect(keyProblem('one-time-password-token-request.x')).toContain('reserved for built-in event types')
  expect(keyProblem('tidings.x')).toContain('must not be "tidings"')
  expect(keyProblem('wishlist_ext.shared')).toContain('custom APIs')
  expect(keyProblem('orders.approved')).toBeNull()
})

test('isOwnKeyForm is true only for keys and patterns that own types may have', () => {
  expect(['acme.x', 'acme.*', 'acme.crm.*'].map(isOwnKeyForm)).toEqual([true, true, true])
  expect(['*', 'order.*', 'order.paid', 'wishlist_ext.*', 'x', '.*', 'a.b.c.d.e.*'].map(isOwnKeyForm)).not.toContain(
    true,
  )
})
