import { createPublicKey, verify as verifyEd25519 } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { afterEach, describe, expect, test, vi } from 'vitest'
import vectors from '../../../examples/signatures.json' with { type: 'json' }
import { signer, verify } from '../../../src/deliveries/rules/sign.ts'
import { parseDestination } from '../../../src/integrations/kinds/kinds.ts'
import { publicKeyIn } from '../../../src/integrations/kinds/webhook-keys.ts'

type Signed = { id: string; timestamp: string; body: string; signature: string }

const headersOf = ({ id, timestamp, signature }: Signed) => ({
  'webhook-id': id,
  'webhook-timestamp': timestamp,
  'webhook-signature': signature,
})
const timeOf = ({ timestamp }: Signed) => Number(timestamp) * 1_000

/** Signatures of a delivery with these configuration members. */
function signaturesOf(members: object, { id, body, ...vector }: Signed): string[] {
  const { configuration } = parseDestination('webhook', { url: 'https://receiver.example', ...members })
  const signing = { configuration, previous_secret_key: null, previous_secret_until: null }
  const sign = signer(signing as Parameters<typeof signer>[0])
  return sign({ headers: {}, body }, id, timeOf({ id, body, ...vector })).headers['webhook-signature']?.split(' ') ?? []
}

afterEach(() => vi.useRealTimers())

describe('symmetric test vectors', () => {
  test.each(vectors.symmetric)('$name', ({ secret, valid, ...vector }) => {
    expect(verify(headersOf(vector), vector.body, [secret], timeOf(vector)).valid).toBe(valid)
    const [signature = ''] = signaturesOf({ secret_key: secret }, vector)
    expect(vector.signature.split(' ').includes(signature)).toBe(valid)
    const library = secret.startsWith('whsec_')
      ? new Webhook(secret)
      : new Webhook(new TextEncoder().encode(secret), { format: 'raw' })
    vi.useFakeTimers({ now: timeOf(vector), toFake: ['Date'] })
    const verified = () => library.verify(vector.body, headersOf(vector), { jsonParse: false })
    if (valid) verified()
    else expect(verified).toThrow()
  })
})

describe('asymmetric test vectors', () => {
  test.each(vectors.asymmetric)('$name', ({ private_key, public_key, valid, ...vector }) => {
    const signed = Buffer.from(`${vector.id}.${vector.timestamp}.${vector.body}`)
    const x = Buffer.from(public_key.slice('whpk_'.length), 'base64').toString('base64url')
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
    const signature = Buffer.from(vector.signature.slice('v1a,'.length), 'base64')
    expect(verifyEd25519(null, signed, key, signature)).toBe(valid)
    expect(
      signaturesOf({ private_key }, vector).includes(vector.signature) && publicKeyIn({ private_key }) === public_key,
    ).toBe(valid)
  })

  test('both kinds of signature are sent, so that each receiver finds its own', () => {
    const [symmetric, asymmetric] = [vectors.symmetric[1], vectors.asymmetric[0]]
    if (symmetric === undefined || asymmetric === undefined) throw new Error('The vectors are missing.')
    const members = { secret_key: symmetric.secret, private_key: asymmetric.private_key }
    expect(signaturesOf(members, asymmetric)).toEqual([symmetric.signature, asymmetric.signature])
  })
})
