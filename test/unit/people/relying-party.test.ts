import { expect, test } from 'vitest'
import { nameOfAuthenticator } from '../../../src/people/rules/authenticators.ts'
import { relyingPartyOf } from '../../../src/people/rules/relying-party.ts'

test('passkeys are bound to the domain and the origin of the public URL', () => {
  const { id, origin } = { id: 'shop.example.com', origin: 'https://shop.example.com' }
  expect(relyingPartyOf('https://shop.example.com/v2')).toEqual({ id, origin })
  expect(relyingPartyOf('https://Shop.example.com:443/tidings/v2')).toEqual({ id, origin })
  expect(relyingPartyOf('https://shop.example.com:8443/v2')).toEqual({ id, origin: `${origin}:8443` })
})

test('any loopback address counts as `localhost`', () => {
  for (const host of ['localhost', '127.0.0.1', '127.1.2.3', '[::1]'])
    expect(relyingPartyOf(`http://${host}:3900/v2`)).toEqual({ id: 'localhost', origin: 'http://localhost:3900' })
  const named = { id: 'shop.localhost', origin: 'http://shop.localhost:3900' }
  expect(relyingPartyOf('http://shop.localhost:3900/v2')).toEqual(named)
})

test('an IP address or plain HTTP permits no passkey, and the reason names the setting', () => {
  const reasons: readonly (readonly [string, string])[] = [
    ['https://10.0.0.7/v2', 'is an IP address'],
    ['https://[2001:db8::1]:3900/v2', 'is an IP address'],
    ['http://shop.example.com/v2', 'is not encrypted'],
    ['http://localhost.example.com/v2', 'is not encrypted'],
  ]
  for (const [base_url, reason] of reasons) {
    const { origin } = new URL(base_url)
    const said = { reason: expect.stringContaining(`TIDINGS_BASE_URL, ${origin}, ${reason}.`) }
    expect(relyingPartyOf(base_url)).toEqual({ id: null, ...said })
  }
})

test('a passkey is named after its authenticator, and a security key by its type', () => {
  expect(nameOfAuthenticator('bada5566-a7aa-401f-bd96-45619a55120d', ['usb'])).toBe('1Password')
  expect(nameOfAuthenticator('00000000-0000-0000-0000-000000000000', ['nfc'])).toBe('Security key')
  expect(nameOfAuthenticator('00000000-0000-0000-0000-000000000000', ['internal'])).toBe('Passkey')
})
