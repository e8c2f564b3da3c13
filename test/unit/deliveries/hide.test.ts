import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hideInReply, hideInTexts, hider } from '../../../src/deliveries/targets/hide.ts'
import { spellingsOf } from '../../../src/deliveries/targets/spellings.ts'
import { anyText } from '../../support/any-text.ts'

const secrets = fc.oneof(
  anyText({ minLength: 1, maxLength: 20 }),
  fc.string({
    unit: fc.constantFrom('"', ':', ',', '{', '}', '\\', '\n', '/', '<', '%', '+', ' '),
    minLength: 1,
    maxLength: 5,
  }),
  fc.base64String({ minLength: 24, maxLength: 44 }),
)
/** True if the secret contains the mask's character, so that a mask may repeat it. */
const hasStars = (secret: string) => secret.includes('*')

/** Spellings that programs use, written independently of the product. */
const WRITERS: Readonly<Record<string, (secret: string) => string>> = {
  'as it is': (secret) => secret,
  'in JSON': inJson,
  'in JSON of ASCII': (secret) => inJson(secret).replaceAll(/[^\0-\x7f]/g, escaped),
  'in JSON for HTML': (secret) => inJson(secret).replaceAll(/[<>&]/g, escaped),
  'in JSON with escaped slashes': (secret) => inJson(secret).replaceAll('/', '\\/'),
  'in JSON of ASCII with escaped slashes': (secret) =>
    inJson(secret)
      .replaceAll(/[^\0-\x7f]/g, escaped)
      .replaceAll('/', '\\/'),
  'in an address': encodeURIComponent,
  'in an address, in small letters': (secret) =>
    encodeURIComponent(secret).replaceAll(/%../g, (code) => code.toLowerCase()),
  'in a form': inForm,
  'in a form, in small letters': (secret) => inForm(secret).replaceAll(/%../g, (code) => code.toLowerCase()),
  'in Base64': (secret) => Buffer.from(secret).toString('base64'),
  'in Base64 of addresses': (secret) => Buffer.from(secret).toString('base64url'),
  'in hexadecimal digits': (secret) => Buffer.from(secret).toString('hex'),
  'in capital hexadecimal digits': (secret) => Buffer.from(secret).toString('hex').toUpperCase(),
}

function inJson(secret: string): string {
  return JSON.stringify(secret).slice(1, -1)
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}

function inForm(secret: string): string {
  return new URLSearchParams({ x: secret }).toString().slice(2)
}

describe('a shown text', () => {
  test.each(Object.entries(WRITERS))('has no secret %s', (_, write) => {
    fc.assert(
      fc.property(secrets, fc.string(), fc.string(), (secret, before, after) => {
        fc.pre(!hasStars(secret))
        const written = write(secret)
        const texts = { destination: '/queue/a', echo: before + written + after }
        const shown = hideInTexts(texts, hider([secret]))
        expect(Object.keys(shown)).toEqual(Object.keys(texts))
        expect(shown.echo).not.toBe(texts.echo)
        if (secret.length > 8) expect(shown.echo).not.toContain(written)
      }),
    )
  })

  test('has no password as sent by HTTP Basic or OAuth 2.0, in any spelling', () => {
    fc.assert(
      fc.property(secrets, secrets, fc.constantFrom('base64', 'base64url'), (username, password, base64) => {
        fc.pre(!hasStars(username + password))
        const pairs = [`${username}:${password}`, `${inForm(username)}:${inForm(password)}`]
        const hide = hider([{ username, password }])
        for (const pair of pairs) {
          const sent = Buffer.from(pair).toString(base64)
          const spellings = [
            sent,
            sent.replace(/=+$/, ''),
            encodeURIComponent(sent),
            inForm(sent),
            sent.replaceAll('/', '\\/'),
          ]
          for (const spelling of spellings) expect(hide.echoes(`(${spelling})`)).not.toContain(spelling)
        }
      }),
    )
  })

  test('has no listed spelling of a secret', () => {
    fc.assert(
      fc.property(secrets, (secret) => {
        fc.pre(!hasStars(secret) && secret.length > 8)
        const hide = hider([secret])
        for (const { part, forms } of spellingsOf(secret)) {
          for (const form of forms) {
            expect(form).toContain(part)
            expect(hide.echoes(form)).not.toContain(form)
          }
        }
      }),
    )
  })
})

test.each(['p&amp;ss+word&quot;1', 'p&amp;ss&#43;word&#34;1', 'p&amp;ss+word&#34;1'])(
  'an error page that echoes a secret is shown without it: %s',
  (echo) => {
    expect(hider(['p&ss+word"1']).echoes(`<pre>${echo}</pre>`)).toMatch(/^<pre>\*+.{1,4}<\/pre>$/)
  },
)

test('a sentence keeps its words when a secret is part of them', () => {
  const sentence = 'No access token: check client_secret'
  const hide = hider(['s', 'access', { username: 'a', password: 's' }])
  expect(hide.sentences(sentence)).toBe(sentence)
  expect(hide.sentences('It got Basic YTpz, and no%20more')).toBe('It got Basic YTpz, and no%20more')
  expect(hide.echoes('It got Basic YTpz')).toBe('It got Ba*ic *')
  expect(hider(['long enough']).sentences('It got long+enough')).toBe('It got *******ough')
})

test('a reply that echoes the secret is shown without it, in every member', () => {
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

test('a text without secrets stays unchanged', () => {
  const hide = hider(['secret', undefined, ''])
  const texts = { a: 'b' }
  expect(hideInTexts(texts, hide)).toBe(texts)
  const reply = { kind: 'accepted', status_code: 200, headers: texts, body: 'c', processing_time: 1 } as const
  expect(hideInReply(reply, hide)).toBe(reply)
})
