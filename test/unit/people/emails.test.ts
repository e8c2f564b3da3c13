import { expect, test } from 'vitest'
import { isSameEmail, normalizeEmail } from '../../../src/people/rules/credentials.ts'

test.each([
  ['BOSS@example.com', 'boss@example.com', true],
  [' boss@example.com', 'boss@example.com', true],
  ['zoe\u0301@example.com', 'zo\u00e9@example.com', true],
  ['\uff42oss@example.com', 'boss@example.com', false],
  ['o\ufb03ce@example.com', 'office@example.com', false],
  ['boss@example.com', 'bosse@example.com', false],
])('%s and %s are the same address: %s', (one, other, isSame) => {
  expect(isSameEmail(one, other)).toBe(isSame)
})

test('addresses that look alike have the same form, by which the second one is rejected', () => {
  expect(normalizeEmail('\uff22oss@example.com')).toBe(normalizeEmail('boss@example.com'))
})
