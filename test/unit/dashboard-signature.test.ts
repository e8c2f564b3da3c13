import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkSignature } from '../../dashboard/src/pages/integrations/rules/signature.ts'
import { restoreMasked } from '../../dashboard/src/pages/integrations/rules/signed-body.ts'
import { signer } from '../../src/deliveries/rules/sign.ts'
import { anyText } from '../support/any-text.ts'

type Vector = { name: string; id: string; timestamp: string; body: string; signature: string; valid: boolean }
type Vectors = {
  symmetric: (Vector & { secret: string })[]
  asymmetric: (Vector & { private_key: string; public_key: string })[]
}
const vectors: Vectors = JSON.parse(readFileSync('examples/signatures.json', 'utf8'))

const requestOf = ({ id, timestamp, signature, body }: Vector) => ({
  headers: { 'Webhook-Id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature },
  body,
})

describe('published test vectors', () => {
  test.each(vectors.symmetric)('$name', async (vector) => {
    const { valid, scheme, computed } = await checkSignature(requestOf(vector), vector.secret)
    expect({ valid, scheme }).toEqual({ valid: vector.valid, scheme: 'v1' })
    if (vector.valid) expect(vector.signature.split(' ')).toContain(computed)
  })

  test.each(vectors.asymmetric)('Ed25519: $name', async (vector) => {
    expect(await checkSignature(requestOf(vector), vector.public_key)).toMatchObject({
      valid: vector.valid,
      scheme: 'v1a',
    })
  })

  test.each(vectors.asymmetric.filter(({ valid }) => valid))('Ed25519 with the private key: $name', async (vector) => {
    const { valid, computed } = await checkSignature(requestOf(vector), vector.private_key)
    expect({ valid, computed }).toEqual({ valid: true, computed: vector.signature })
  })
})

const SECRETS = fc.oneof(
  anyText({ minLength: 1, maxLength: 30 }).filter((text) => !/^wh[ps]k_/.test(text)),
  fc.uint8Array({ minLength: 24, maxLength: 64 }).map((bytes) => `whsec_${Buffer.from(bytes).toString('base64')}`),
  fc.stringMatching(/^whsec_[A-Za-z0-9+/=]{0,12}$/),
)

describe('a signature of the server', () => {
  test('verifies with the current and the previous secret, and with no other', async () => {
    const body = anyText({ maxLength: 60 })
    await fc.assert(
      fc.asyncProperty(SECRETS, SECRETS, SECRETS, body, async (secret_key, previous_secret_key, other, text) => {
        const sign = signer({
          configuration: { url: 'https://receiver.example.com/', secret_key },
          previous_secret_key,
          previous_secret_until: 2000,
        } as Parameters<typeof signer>[0])
        const { headers } = sign({ headers: {}, body: text } as Parameters<typeof sign>[0], 'evt', 1000)
        const request = { headers, body: text }
        expect((await checkSignature(request, secret_key)).valid).toBe(true)
        expect((await checkSignature(request, previous_secret_key)).valid).toBe(true)
        if (other !== secret_key && other !== previous_secret_key)
          expect((await checkSignature(request, other)).valid).toBe(false)
      }),
      { numRuns: 50 },
    )
  })

  test('is verified by the scheme of the pasted key', async () => {
    const [vector] = vectors.asymmetric
    if (vector === undefined) throw new Error('no vector')
    expect(await checkSignature(requestOf(vector), 'a secret as it is')).toMatchObject({ valid: false, scheme: 'v1' })
    expect(await checkSignature(requestOf(vector), 'whpk_short')).toMatchObject({ valid: null, scheme: 'v1a' })
    expect(await checkSignature(requestOf(vector), '')).toMatchObject({ valid: null })
    expect(await checkSignature({ headers: {}, body: '' }, 'a secret')).toMatchObject({ valid: null })
  })
})

describe('restoring masked members', () => {
  test('restores them byte for byte, at any depth', () => {
    const members = fc.dictionary(anyText({ maxLength: 4 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4 })
    fc.assert(
      fc.property(members, anyText(), anyText(), fc.nat({ max: 3 }), (others, secret, mask, indent) => {
        const of = (text: string) =>
          JSON.stringify({ ...others, 'a/b~': [1, { secret_key: text }, others], z: others }, null, indent)
        expect(restoreMasked(of(mask), { '/a~1b~0/1/secret_key': secret })).toBe(of(secret))
      }),
    )
  })

  test('changes nothing when the members are missing', () => {
    const body = '{"a":{"b":"c"},"d":[]}'
    expect(restoreMasked(body, { '/a/x': 's', '/d/0': 's', '/a/b/c': 's', a: 's' })).toBe(body)
    expect(restoreMasked(body, { '/a/b': 'long"er', '/d': 'x' })).toBe('{"a":{"b":"long\\"er"},"d":"x"}')
  })
})
