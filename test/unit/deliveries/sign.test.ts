import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { Webhook } from 'standardwebhooks'
import { describe, expect, test } from 'vitest'
import type { SignedMessage } from '../../../src/deliveries/attempt.ts'
import { signer, verify } from '../../../src/deliveries/rules/sign.ts'
import { aWebhook } from '../../support/targets/due-job.ts'

const id = '0199f3a0-7c00-7000-8000-000000000001'
const now = 1_760_000_000_123
const whsec = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const message = { headers: { 'content-type': 'application/json' }, body: '{"name":"Žluťoučký kůň 🐎"}' }

function sign(
  secret_key: string | undefined,
  previous: { key: string; until: number } | null = null,
  at = now,
): SignedMessage {
  const configuration = { url: 'https://receiver.example/', ...(secret_key !== undefined && { secret_key }) }
  const integration = aWebhook({
    configuration,
    previous_secret_key: previous?.key ?? null,
    previous_secret_until: previous?.until ?? null,
  })
  return signer(integration)(message, id, at)
}

function signatureOf(signed: SignedMessage): string {
  return signed.headers['webhook-signature'] ?? ''
}

describe('a signed message', () => {
  test('keeps headers and body and adds id, seconds and signature', () => {
    expect(sign('s')).toStrictEqual({
      url: 'https://receiver.example/',
      body: message.body,
      headers: {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': '1760000000',
        'webhook-signature': expect.stringMatching(/^v1,[A-Za-z0-9+/]{43}=$/),
      },
    })
  })

  test('is signed with HMAC-SHA256 over id, timestamp and body', () => {
    const hmac = createHmac('sha256', 'open sesame').update(`${id}.1760000000.${message.body}`).digest('base64')
    expect(signatureOf(sign('open sesame'))).toBe(`v1,${hmac}`)
  })

  test.each([
    ['whsec_ format', whsec, new Webhook(whsec)],
    ['raw format', 'open sesame', new Webhook('open sesame', { format: 'raw' })],
    ['raw format beyond ASCII', 'schlüssel 密', new Webhook(Buffer.from('schlüssel 密'), { format: 'raw' })],
    ['whsec_ followed by no base64', 'whsec_not base64', new Webhook('whsec_not base64', { format: 'raw' })],
    ['whsec_ followed by unpadded base64', 'whsec_abc', new Webhook('whsec_abc', { format: 'raw' })],
    ['whsec_ followed by nothing', 'whsec_', new Webhook('whsec_', { format: 'raw' })],
  ])('is accepted by a published Standard Webhooks library: %s', (_, secret, library) => {
    const { headers, body } = sign(secret, null, Date.now())
    expect(library.verify(body, headers)).toStrictEqual(JSON.parse(body))
  })

  test.each([undefined, ''])('has id and timestamp but no signature without a secret: %j', (secret) => {
    const { headers } = sign(secret)
    expect(headers).toMatchObject({ 'webhook-id': id, 'webhook-timestamp': '1760000000' })
    expect(headers).not.toHaveProperty('webhook-signature')
  })

  test('has the signatures of both secrets during a rotation, the new one first', () => {
    const rotated = sign('new', { key: 'old', until: now + 1 })
    expect(signatureOf(rotated)).toBe(`${signatureOf(sign('new'))} ${signatureOf(sign('old'))}`)
    for (const secret of ['new', 'old']) {
      expect(verify(rotated.headers, rotated.body, [secret], now)).toStrictEqual({ valid: true })
    }
  })

  test('has only the signature of the new secret after a rotation', () => {
    expect(signatureOf(sign('new', { key: 'old', until: now }))).toBe(signatureOf(sign('new')))
  })
})

describe('verifying', () => {
  const secret = fc.oneof(
    fc.string({ unit: 'grapheme', minLength: 1 }),
    fc.uint8Array({ minLength: 1 }).map((bytes) => `whsec_${Buffer.from(bytes).toString('base64')}`),
  )

  test('accepts a signed message as text and as bytes', () => {
    fc.assert(
      fc.property(secret, fc.string({ unit: 'grapheme' }), fc.nat(2 ** 41), (key, body, at) => {
        const configuration = { url: 'https://receiver.example/', secret_key: key }
        const signed = signer(aWebhook({ configuration }))({ headers: {}, body }, id, at)
        expect(verify(signed.headers, body, [key], at)).toStrictEqual({ valid: true })
        expect(verify(signed.headers, Buffer.from(body), ['other', key], at)).toStrictEqual({ valid: true })
      }),
    )
  })

  test('rejects any changed byte of body, id, timestamp or signature', () => {
    const { headers, body } = sign(whsec)
    const parts = { ...headers, body }
    const part = fc.constantFrom('body', 'webhook-id', 'webhook-timestamp', 'webhook-signature')
    fc.assert(
      fc.property(part, fc.nat(), fc.integer({ min: 1, max: 127 }), (part, position, change) => {
        const bytes = Buffer.from((parts as Record<string, string>)[part] ?? '')
        const index = position % bytes.length
        bytes[index] = (bytes[index] ?? 0) ^ change
        const changed: Record<string, string> = { ...headers }
        if (part !== 'body') changed[part] = bytes.toString()
        const verification = verify(changed, part === 'body' ? bytes : body, [whsec], now, 1e15)
        expect(verification.valid).toBe(false)
      }),
      { numRuns: 2000 },
    )
  })

  test('rejects another secret, and never accepts an empty one', () => {
    const signed = sign('right')
    const empty = { ...signed.headers, 'webhook-signature': hmacWithNoKey(signed.body) }
    expect(verify(signed.headers, signed.body, ['wrong'], now)).toStrictEqual({ valid: false, reason: 'no-match' })
    expect(verify(signed.headers, signed.body, [], now)).toStrictEqual({ valid: false, reason: 'no-match' })
    expect(verify(empty, signed.body, [''], now)).toStrictEqual({ valid: false, reason: 'no-match' })
  })

  test.each([
    [now + 300_000, { valid: true }],
    [now + 301_000, { valid: false, reason: 'too-old' }],
    [now - 300_000, { valid: true }],
    [now - 301_000, { valid: false, reason: 'too-new' }],
  ])('allows five minutes of clock skew either way', (at, expected) => {
    const { headers, body } = sign('s')
    expect(verify(headers, body, ['s'], at)).toStrictEqual(expected)
  })

  test.each([
    ['webhook-id', undefined, 'header-missing'],
    ['webhook-timestamp', undefined, 'header-missing'],
    ['webhook-signature', undefined, 'header-missing'],
    ['webhook-signature', ['v1,a', 'v1,b'], 'header-missing'],
    ['webhook-timestamp', '12e3', 'timestamp-malformed'],
    ['webhook-timestamp', '-1', 'timestamp-malformed'],
    ['webhook-timestamp', '', 'timestamp-malformed'],
  ])('explains the problem with the header %s', (name, value, reason) => {
    const { headers, body } = sign('s')
    expect(verify({ ...headers, [name]: value }, body, ['s'], now)).toStrictEqual({ valid: false, reason })
  })
})

function hmacWithNoKey(body: string): string {
  return `v1,${createHmac('sha256', '').update(`${id}.1760000000.${body}`).digest('base64')}`
}
