import { expect, test } from 'vitest'
import { whyNoPasskeys } from '../../src/kit/values/passkeys.ts'

const PAGE = { origin: 'https://shop.example.com', knowsPasskeys: true }
const methods = (origin: string | null, reason: string | null = null) => ({ passkeys: { origin, reason } })

test("passkeys work at the server's origin in a capable browser, or else have one reason", () => {
  expect(whyNoPasskeys(methods(PAGE.origin), PAGE)).toBeNull()
  expect(whyNoPasskeys(methods(null, 'An IP address.'), PAGE)).toBe('An IP address.')
  expect(whyNoPasskeys(methods(PAGE.origin), { ...PAGE, knowsPasskeys: false })).toContain('This browser')
  const elsewhere = { origin: 'http://10.0.0.7:3900', knowsPasskeys: false }
  expect(whyNoPasskeys(methods(PAGE.origin), elsewhere)).toContain('https://shop.example.com. Open Tidings there')
})
