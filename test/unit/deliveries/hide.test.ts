import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hideInJson, hider } from '../../../src/deliveries/hide.ts'

test('whatever characters a secret holds, what is shown stays JSON and names no secret', () => {
  const secrets = fc.string({ unit: 'binary', minLength: 1, maxLength: 20 })
  const ofJson = fc.string({ unit: fc.constantFrom('"', ':', ',', '{', '}', '\\', '\n'), minLength: 1, maxLength: 5 })
  fc.assert(
    fc.property(fc.oneof(secrets, ofJson), fc.string(), (secret, around) => {
      const hide = hider([secret])
      const shown = hideInJson(JSON.stringify({ destination: '/queue/a', echo: around + secret }), hide)
      const { echo } = JSON.parse(shown)
      if (!/^\*+$/.test(secret)) expect(echo).not.toBe(around + secret)
    }),
  )
})

test('what holds no secret is left as it is', () => {
  expect(hideInJson('{"a": "b"}', hider(['secret', undefined, '']))).toBe('{"a": "b"}')
})
