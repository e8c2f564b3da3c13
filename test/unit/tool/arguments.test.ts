import { InvalidArgumentError } from 'commander'
import { expect, test } from 'vitest'
import { duration, uuid, wholeNumber } from '../../../src/tool/arguments.ts'

test.each([
  ['500ms', 500],
  ['12s', 12_000],
  ['1.5s', 1_500],
  ['2m', 120_000],
])('%s is %i milliseconds', (text, milliseconds) => {
  expect(duration(text)).toBe(milliseconds)
})

test.each(['12', '12 s', '-1s', '2h', '', '61m'])('"%s" is not a duration', (text) => {
  expect(() => duration(text)).toThrow(InvalidArgumentError)
})

test.each(['0', '101', '1.5', '1e1', '', 'x'])('"%s" is not a whole number from 1 to 100', (text) => {
  expect(() => wholeNumber(1, 100)(text)).toThrow('It must be a whole number from 1 to 100.')
})

test('an id is accepted in any case and converted to lower case', () => {
  expect(uuid('019B8A10-5C00-7D18-8A63-2E4F905B7C11')).toBe('019b8a10-5c00-7d18-8a63-2e4f905b7c11')
  expect(() => uuid('12')).toThrow(InvalidArgumentError)
})
