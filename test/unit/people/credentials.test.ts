import { expect, test } from 'vitest'
import { hashRecoveryCode, newRecoveryCodes } from '../../../src/people/own/recovery-codes.ts'
import { newTotpSecret, otpauthUrl, stepOfCode } from '../../../src/people/own/totp.ts'
import { passwordProblems } from '../../../src/people/rules/credentials.ts'
import { codeMatches, idOfCode, newCode } from '../../../src/people/secret-code.ts'
import { sessionCookie, setCookie } from '../../../src/people/sessions/cookie.ts'

test('one-time codes match RFC 6238', () => {
  // Test vectors of appendix B for SHA-1, reduced to the last six of eight digits.
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
  for (const [seconds, code] of [
    [59, '287082'],
    [1_111_111_109, '081804'],
    [20_000_000_000, '353130'],
  ] as const)
    expect(stepOfCode(secret, code, seconds * 1000)).toBe(Math.floor(seconds / 30))
})

test('a one-time code is valid one step before and after its own', () => {
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
  const at = (seconds: number) => stepOfCode(secret, '081804', seconds * 1000)
  const step = Math.floor(1_111_111_109 / 30)
  expect([at((step - 1) * 30), at((step + 1) * 30 + 29)]).toEqual([step, step])
  expect([at((step - 1) * 30 - 1), at((step + 2) * 30)]).toEqual([null, null])
  expect(stepOfCode(secret, '081 804', 1_111_111_109_000)).toBe(step)
  expect(stepOfCode(secret, '81804', 1_111_111_109_000)).toBeNull()
})

test('an app parses the secret and the account from the URI of a QR code', () => {
  const secret = newTotpSecret()
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  const url = new URL(otpauthUrl(secret, 'ada@example.com'))
  expect([url.protocol, url.host, decodeURIComponent(url.pathname)]).toEqual([
    'otpauth:',
    'totp',
    '/Tidings:ada@example.com',
  ])
  expect(Object.fromEntries(url.searchParams)).toEqual({
    issuer: 'Tidings',
    secret,
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  })
})

test('recovery codes are distinct, and match however they are typed', () => {
  const codes = newRecoveryCodes()
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) {
    expect(code).toMatch(/^([a-z0-9]{4}-){3}[a-z0-9]{4}$/)
    expect(hashRecoveryCode(` ${code.toUpperCase().replaceAll('-', ' ')}`)).toBe(hashRecoveryCode(code))
  }
})

test('a code contains the id of its row, and must be complete', () => {
  const id = '019b8a10-0000-7000-8000-00000000002a'
  const { code, hash } = newCode(id)
  expect(idOfCode(code)).toBe(id)
  expect(codeMatches(code, hash)).toBe(true)
  expect(codeMatches(newCode(id).code, hash)).toBe(false)
  expect(codeMatches(code, null)).toBe(false)
  for (const text of ['', id, code.slice(1), `${code}x`, `${code.slice(0, 63)}+`]) expect(idOfCode(text)).toBeNull()
})

test('a password must not equal the email address or its local part', () => {
  const email = 'ada.lovelace.marsh@example.com'
  for (const password of [email, email.toUpperCase(), 'ada.lovelace.marsh'])
    expect(passwordProblems(password, email)).toHaveLength(1)
  expect(passwordProblems('a long walk by the sea', email)).toEqual([])
})

test('the cookie is limited to session routes, and is insecure only on localhost', () => {
  const of = (base_url: string) => setCookie(sessionCookie(base_url), { value: 'x', seconds: 60 })
  expect(of('https://shop.example.com/v2')).toBe(
    '__Secure-tidings_session=x; Path=/v2/sessions; Max-Age=60; HttpOnly; SameSite=Strict; Secure',
  )
  expect(of('https://example.com/shop/v2')).toContain('; Path=/shop/v2/sessions;')
  for (const host of ['127.0.0.1:7070', 'localhost', '[::1]:7070'])
    expect(of(`http://${host}/v2`)).toBe('tidings_session=x; Path=/v2/sessions; Max-Age=60; HttpOnly; SameSite=Strict')
  expect(of('http://shop.internal/v2')).toMatch(/^__Secure-.*; Secure$/)
  expect(setCookie(sessionCookie('http://localhost/v2'), null)).toContain(
    'tidings_session=; Path=/v2/sessions; Max-Age=0',
  )
})

test.each([
  ['aaaaaaaaaaaa', 'must not repeat the same few characters'],
  ['123123123123', 'must not repeat the same few characters'],
  ['            ', 'must not consist of blanks'],
  ['123456789012', 'is among the most commonly guessed passwords'],
  ['210987654321', 'is among the most commonly guessed passwords'],
  ['qwertyuiopas', 'is among the most commonly guessed passwords'],
  ['Password1234', 'is among the most commonly guessed passwords'],
])('rejects the password %j with a reason', (password, reason) => {
  expect(passwordProblems(password, 'ada@example.com')).toEqual([
    { detail: `data.password ${reason}.`, pointer: '/data/password' },
  ])
})

test.each(['twelve chars', 'aaaaaaaaaaab', '123456789013', 'a walk by the sea'])(
  'accepts the password %j',
  (password) => {
    expect(passwordProblems(password, 'ada@example.com')).toEqual([])
  },
)
