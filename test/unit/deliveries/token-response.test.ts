import { expect, test } from 'vitest'
import { readToken } from '../../../src/deliveries/targets/webhook/token-response.ts'

const NOW = 1_800_000_000_000

test.each([
  [{}],
  [{ token_type: 'Bearer' }],
  [{ token_type: 'BearerToken' }],
  [{ token_type: 'JWT' }],
  [{ token_type: null }],
  [{ scope: null }],
  [{ scope: ['a', 'b'] }],
  [{ refresh_token: null }],
  [{ refresh_token: '' }],
  [{ id_token: '' }],
  [{ id_token: 'no JWT' }],
  [{ expires_in: null }],
  [{ expires_in: -1 }],
  [{ expires_in: 'soon' }],
])('a token beside %j is used for four and a half minutes', (members) => {
  const text = JSON.stringify({ access_token: 'abc.def', ...members })
  expect(readToken(text, NOW)).toEqual({ value: 'abc.def', expires_at: NOW + 270_000 })
})

test.each([
  [3_600, 3_570_000],
  ['3600', 3_570_000],
  [3_599.6, 3_569_600],
  [0, 0],
])('a token that expires in %j seconds is renewed half a minute before', (expires_in, lifetime_ms) => {
  const text = `\uFEFF${JSON.stringify({ access_token: 'a', expires_in })}`
  expect(readToken(text, NOW)).toEqual({ value: 'a', expires_at: NOW + lifetime_ms })
})

test.each([
  ['a token of another type', { access_token: 'a', token_type: 'DPoP' }, 'its token_type is DPoP'],
  ['a token of another type', { access_token: 'a', token_type: 'mac' }, 'its token_type is mac'],
  ['a token with a line break', { access_token: 'a\r\nb' }, 'its access_token has characters'],
  ['a token with U+0000', { access_token: 'a\0b' }, 'its access_token has characters'],
  ['a token beyond ASCII', { access_token: '€' }, 'its access_token has characters'],
  ['no token', {}, 'not as OAuth 2.0 requires'],
  ['a token that is a number', { access_token: 1 }, 'not as OAuth 2.0 requires'],
  ['a list', [], 'not as OAuth 2.0 requires'],
])('%s is rejected with a reason', (_, response, reason) => {
  expect(readToken(JSON.stringify(response), NOW)).toEqual({ problem: expect.stringContaining(reason) })
})
