import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hideInReply, hideInTexts, hider } from '../../../src/deliveries/targets/hide.ts'
import { anyText } from '../../support/any-text.ts'

const secrets = fc.oneof(
  anyText({ minLength: 1, maxLength: 20 }),
  fc.string({ unit: fc.constantFrom('"', ':', ',', '{', '}', '\\', '\n'), minLength: 1, maxLength: 5 }),
)
/** A mask may be made of the characters of the secret. */
const isOfStars = (secret: string) => /^\*+$/.test(secret)

test('whatever characters a secret holds, no text that is shown holds it, nor the form that JSON gives it', () => {
  fc.assert(
    fc.property(secrets, fc.string(), fc.string(), (secret, before, after) => {
      fc.pre(!isOfStars(secret))
      const written = JSON.stringify(secret).slice(1, -1)
      const texts = { destination: '/queue/a', echo: before + secret + after, json: before + written + after }
      const shown = hideInTexts(texts, hider([secret]))
      expect(Object.keys(shown)).toEqual(Object.keys(texts))
      expect(shown.echo).not.toBe(texts.echo)
      expect(shown.json).not.toBe(texts.json)
    }),
  )
})

test('a reply that echoes the secret is shown without it, wherever it stands', () => {
  const hide = hider(['very-secret-indeed'])
  const response = { kind: 'response', status_code: 200, body_truncated: false, processing_time: 1 } as const
  const echo = 'I got very-secret-indeed.'
  const shown = 'I got **************deed.'
  expect(hideInReply({ ...response, headers: { echo }, body: '' }, hide)).toMatchObject({ headers: { echo: shown } })
  expect(hideInReply({ ...response, headers: {}, body: echo }, hide)).toMatchObject({ body: shown })
  const refused = {
    kind: 'refused',
    status_code: null,
    overloaded: false,
    final: false,
    processing_time: 1,
    headers: {},
  } as const
  expect(hideInReply({ ...refused, body: '', detail: echo }, hide)).toMatchObject({ detail: shown })
})

test('what holds no secret is left as it is', () => {
  const hide = hider(['secret', undefined, ''])
  const texts = { a: 'b' }
  expect(hideInTexts(texts, hide)).toBe(texts)
  const reply = { kind: 'accepted', status_code: 200, headers: texts, body: 'c', processing_time: 1 } as const
  expect(hideInReply(reply, hide)).toBe(reply)
})
