import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeCipher } from '../../src/secrets/cipher.ts'
import { anyText } from '../support/any-text.ts'

const newKey = () => randomBytes(32).toString('base64')

test('opens a sealed value in its own context', () => {
  const cipher = makeCipher(newKey(), [])
  fc.assert(
    fc.property(anyText(), fc.string(), (plain, context) => {
      expect(cipher.open(cipher.seal(plain, context), context)).toBe(plain)
    }),
  )
})

test('seals the same text differently each time', () => {
  const cipher = makeCipher(newKey(), [])
  expect(cipher.seal('secret', 'place').equals(cipher.seal('secret', 'place'))).toBe(false)
})

test('detects any changed bit', () => {
  const cipher = makeCipher(newKey(), [])
  const sealed = cipher.seal('a secret', 'place')
  fc.assert(
    fc.property(fc.nat(sealed.length - 1), fc.nat(7), (at, bit) => {
      const changed = Buffer.from(sealed)
      changed[at] = (changed[at] ?? 0) ^ (1 << bit)
      expect(() => cipher.open(changed, 'place')).toThrow('place')
    }),
  )
  for (let length = 0; length < sealed.length; length++)
    expect(() => cipher.open(sealed.subarray(0, length), 'place')).toThrow()
})

test('rejects a sealed value that was copied to another context', () => {
  const cipher = makeCipher(newKey(), [])
  expect(() => cipher.open(cipher.seal('a secret', 'integrations/1'), 'integrations/2')).toThrow('another row')
})

test('opens values sealed with a previous key, and seals new values with the current one', () => {
  const [before, now] = [newKey(), newKey()]
  const rotated = makeCipher(now, [before])
  expect(rotated.open(makeCipher(before, []).seal('a secret', 'place'), 'place')).toBe('a secret')
  expect(makeCipher(now, []).open(rotated.seal('a secret', 'place'), 'place')).toBe('a secret')
})

test('the error for a wrong key names the setting and leaks no secret', () => {
  const sealed = makeCipher(newKey(), []).seal('a secret', 'place')
  expect(() => makeCipher(newKey(), []).open(sealed, 'place')).toThrow(/^(?!.*a secret).*TIDINGS_ENCRYPTION_KEY/)
})

test.each(['', 'short', 'x'.repeat(44), randomBytes(31).toString('base64')])(
  'rejects a key that is not 32 bytes: %j',
  (key) => {
    expect(() => makeCipher(key, [])).toThrow('base64 of 32 bytes')
  },
)
