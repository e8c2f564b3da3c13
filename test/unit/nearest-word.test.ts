import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nearestWord } from '../../src/kernel/text/nearest-word.ts'

const KNOWN = ['secret_key', 'shipping_option_id', 'skus', 'name', 'usage_limit', 'usage_limit_per_shopper', 'url']

test.each([
  ['secret-key', 'secret_key'],
  ['secretKey', 'secret_key'],
  ['secret', 'secret_key'],
  ['shipping_option', 'shipping_option_id'],
  ['shiping_option_id', 'shipping_option_id'],
  ['nmae', 'name'],
  ['sku', 'skus'],
  ['usageLimit', 'usage_limit'],
  ['URL', 'url'],
  ['uri', 'url'],
])('%s is nearest to %s', (word, nearest) => {
  expect(nearestWord(word, KNOWN)).toBe(nearest)
})

test.each(['color', 'x', '', 'headers', 'authentication', 'secret_key'.repeat(100)])('no word is near %j', (word) => {
  expect(nearestWord(word, KNOWN)).toBeUndefined()
})

test('a known word is nearest to itself, in any spelling', () => {
  fc.assert(
    fc.property(fc.constantFrom(...KNOWN), fc.constantFrom('-', '_', ' ', '.', ''), (word, between) => {
      expect(nearestWord(word.replaceAll('_', between).toUpperCase(), KNOWN)).toBe(word)
    }),
  )
})

test('one added, missing or changed letter in a long word is tolerated', () => {
  const long = fc.constantFrom('secret_key', 'shipping_option_id')
  fc.assert(
    fc.property(long, fc.nat(30), fc.constantFrom('', 'x', 'qq'), (word, position, letters) => {
      const index = position % word.length
      expect(nearestWord(word.slice(0, index) + letters + word.slice(index + 1), KNOWN)).toBe(word)
    }),
  )
})
