import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nearestWord } from '../../src/kernel/nearest.ts'

const KNOWN = ['url', 'region', 'secret_key', 'access_key_id', 'secret_access_key', 'session_token']

test.each([
  ['secret-key', 'secret_key'],
  ['SecretKey', 'secret_key'],
  ['sercet_key', 'secret_key'],
  ['secret', 'secret_key'],
  ['secrets_access_key', 'secret_access_key'],
  ['session_tokn', 'session_token'],
  ['uri', 'url'],
])('%s may have been meant as %s', (word, meant) => {
  expect(nearestWord(word, KNOWN)).toBe(meant)
})

test.each(['', 'u', 'headers', 'authentication', 'aws_secret_access_key_of_mine', 'x'.repeat(10_000)])(
  '%j is near nothing',
  (word) => {
    expect(nearestWord(word, KNOWN)).toBeNull()
  },
)

test('a known word is its own nearest, however it is written', () => {
  fc.assert(
    fc.property(fc.constantFrom(...KNOWN), fc.constantFrom('-', '_', ' ', '.', ''), (word, between) => {
      expect(nearestWord(word.replaceAll('_', between).toUpperCase(), KNOWN)).toBe(word)
    }),
  )
})

test('one letter more, less or other in a long word does not hide it', () => {
  const long = fc.constantFrom(...KNOWN.filter((word) => word.length > 8))
  fc.assert(
    fc.property(long, fc.nat(30), fc.constantFrom('', 'x', 'qq'), (word, position, letters) => {
      const place = position % word.length
      expect(nearestWord(word.slice(0, place) + letters + word.slice(place + 1), KNOWN)).toBe(word)
    }),
  )
})
