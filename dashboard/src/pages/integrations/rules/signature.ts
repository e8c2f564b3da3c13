import { base64Of } from '../../../kit/values/base64.ts'

/** Result of a verification as a receiver would do it. `valid` is null if unknown. */
export type SignatureCheck = {
  scheme: 'v1' | 'v1a'
  valid: boolean | null
  /** Signatures of this scheme in the header. */
  sent: readonly string[]
  /** Signature computed from the secret; null if impossible, as with a public key. */
  computed: string | null
  detail: string
}

/** Sent request: header names in any case, the body byte for byte. */
export type SentRequest = { headers: Readonly<Record<string, string>>; body: string }

/**
 * Verifies the signature with a pasted key: the webhook's secret (`whsec_…` or any text), or an Ed25519 public
 * (`whpk_…`) or private key (`whsk_…`). The key stays in the browser.
 */
export async function checkSignature(request: SentRequest, secret: string): Promise<SignatureCheck> {
  const scheme = /^wh[ps]k_/.test(secret) ? 'v1a' : 'v1'
  const id = headerOf(request, 'webhook-id')
  const timestamp = headerOf(request, 'webhook-timestamp')
  const header = headerOf(request, 'webhook-signature')
  const sent = (header ?? '').split(' ').filter((signature) => signature.startsWith(`${scheme},`))
  const unchecked = { scheme, sent, computed: null } as const
  if (secret === '') return { ...unchecked, valid: null, detail: 'Paste the secret to check the signature.' }
  if (id === undefined || timestamp === undefined) {
    return { ...unchecked, valid: null, detail: 'The request has no webhook-id or no webhook-timestamp.' }
  }
  if (header === undefined) return { ...unchecked, valid: null, detail: 'The request has no webhook-signature.' }
  if (sent.length === 0)
    return { ...unchecked, valid: false, detail: `The header has no signature of the scheme ${scheme}.` }
  if (!hasWebCrypto()) {
    return { ...unchecked, valid: null, detail: 'Browsers compute signatures only over HTTPS or on localhost.' }
  }
  const content = new TextEncoder().encode(`${id}.${timestamp}.${request.body}`)
  try {
    return concluded(scheme, sent, await compare(secret, content, sent))
  } catch {
    return { ...unchecked, valid: null, detail: 'This key is malformed, or this browser does not support Ed25519.' }
  }
}

type Comparison = { valid: boolean; computed: string | null }

function concluded(scheme: 'v1' | 'v1a', sent: readonly string[], { valid, computed }: Comparison): SignatureCheck {
  const detail = valid
    ? 'The signature is valid for this secret.'
    : 'The signature is invalid: it was made with another secret, or the body differs from what was sent.'
  return { scheme, valid, sent, computed, detail }
}

type Bytes = Uint8Array<ArrayBuffer>

async function compare(secret: string, content: Bytes, sent: readonly string[]): Promise<Comparison> {
  if (secret.startsWith('whpk_'))
    return { valid: await verifiesAny(bytesOf(secret.slice(5)), content, sent), computed: null }
  const computed = secret.startsWith('whsk_')
    ? `v1a,${await signAsymmetric(bytesOf(secret.slice(5)), content)}`
    : `v1,${await signSymmetric(keyOf(secret), content)}`
  return { valid: sent.includes(computed), computed }
}

async function signSymmetric(key: Bytes, content: Bytes): Promise<string> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const imported = await crypto.subtle.importKey('raw', key, algorithm, false, ['sign'])
  return base64Of(await crypto.subtle.sign('HMAC', imported, content))
}

/** PKCS #8 header of an Ed25519 private key; WebCrypto imports private keys only in this format. */
const PKCS8_PREFIX = [0x30, 0x2e, 2, 1, 0, 0x30, 5, 6, 3, 0x2b, 0x65, 0x70, 4, 0x22, 4, 0x20]
const SEED_BYTES = 32

async function signAsymmetric(key: Bytes, content: Bytes): Promise<string> {
  const pkcs8 = Uint8Array.from([...PKCS8_PREFIX, ...key.subarray(0, SEED_BYTES)])
  const imported = await crypto.subtle.importKey('pkcs8', pkcs8, 'Ed25519', false, ['sign'])
  return base64Of(await crypto.subtle.sign('Ed25519', imported, content))
}

async function verifiesAny(key: Bytes, content: Bytes, sent: readonly string[]): Promise<boolean> {
  const imported = await crypto.subtle.importKey('raw', key, 'Ed25519', false, ['verify'])
  const results = await Promise.all(
    sent.map((signature) =>
      crypto.subtle.verify('Ed25519', imported, bytesOf(signature.slice('v1a,'.length)), content),
    ),
  )
  return results.includes(true)
}

/** Base64 bytes after `whsec_`; otherwise, or if the base64 is unpadded, the bytes of the text. */
function keyOf(secret: string): Bytes {
  const encoded = /^whsec_((?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)$/.exec(secret)?.[1]
  return encoded ? bytesOf(encoded) : new TextEncoder().encode(secret)
}

function headerOf({ headers }: SentRequest, name: string): string | undefined {
  return Object.entries(headers).find(([each]) => each.toLowerCase() === name)?.[1]
}

function hasWebCrypto(): boolean {
  return globalThis.crypto?.subtle !== undefined
}

/** Throws if the text is not base64. */
function bytesOf(base64: string): Bytes {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
}
