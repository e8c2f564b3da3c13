import { expect, test } from 'vitest'
import { NewTokens } from '../../src/access/limits/new-tokens.ts'

const STORE = { organization_id: 'o', store_id: 's' }

/** True for each address that was granted a token. */
function granted(tokens: NewTokens, addresses: readonly string[], owner = STORE): boolean[] {
  return addresses.map((address) => {
    try {
      tokens.count(owner, address)
      return true
    } catch (error) {
      expect(error).toMatchObject({ code: 'too_many_requests', headers: { 'retry-after': '60' } })
      return false
    }
  })
}

test('each address has its own limit per minute and store', () => {
  let now = 0
  const tokens = new NewTokens(2, () => now)
  expect(granted(tokens, ['192.0.2.1', '192.0.2.1', '192.0.2.1'])).toEqual([true, true, false])
  expect(granted(tokens, ['192.0.2.2'])).toEqual([true])
  expect(granted(tokens, ['192.0.2.1'], { ...STORE, store_id: 'other' })).toEqual([true])
  now = 60_000
  expect(granted(tokens, ['192.0.2.1', '192.0.2.1', '192.0.2.1'])).toEqual([true, true, false])
})

test('addresses of an IPv6 network count together', () => {
  const tokens = new NewTokens(1, () => 0)
  const addresses = ['2001:db8:0:1::1', '2001:db8:0:1:ffff:ffff:ffff:ffff', '2001:db8:0:2::1', '2001:db8::1:0:0:0:1']
  expect(granted(tokens, addresses)).toEqual([true, false, true, false])
})

test('0 means no limit', () => {
  const tokens = new NewTokens(0, () => 0)
  expect(granted(tokens, Array(100).fill('192.0.2.1'))).toEqual(Array(100).fill(true))
})
