import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nearestWord } from '../../src/kernel/nearest-word.ts'

const KNOWN = ['secret_key', 'shipping_option_id', 'skus', 'name', 'usage_limit', 'usage_limit_per_shopper', 'url']

test.each([
  ['secret-key', 'secret_key'],
  ['secretKey', 'secret_key'],
  ['shipping_option', 'shipping_option_id'],
  ['shiping_option_id', 'shipping_option_id'],
  ['nmae', 'name'],
  ['sku', 'skus'],
  ['usageLimit', 'usage_limit'],
  ['URL', 'url'],
])('%s is nearest to %s', (word, nearest) => {
  expect(nearestWord(word, KNOWN)).toBe(nearest)
})

test.each([['color'], ['x'], [''], ['authentication'], ['secret_key'.repeat(100)]])('nothing is near %s', (word) => {
  expect(nearestWord(word, KNOWN)).toBeUndefined()
})

test('a known word is nearest to itself', () => {
  fc.assert(
    fc.property(fc.constantFrom(...KNOWN), (word) => {
      expect(nearestWord(word, KNOWN)).toBe(word)
    }),
  )
})
