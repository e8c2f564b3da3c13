import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import type { Problem } from '../../kernel/errors.ts'
import type { Members } from './kind.ts'
import { problemAt, textIn } from './members.ts'

/** Length in characters below which a secret can be found by brute force. */
const MIN_SECRET_LENGTH = 16
/** Bytes of a symmetric key, as Standard Webhooks requires. */
const MIN_KEY_BYTES = 24
const MAX_KEY_BYTES = 64
const HOW_TO_MAKE_A_SECRET = 'Make one with: echo "whsec_$(openssl rand -base64 32)"'

/** Bytes of an Ed25519 private key, alone or followed by its public key. */
const PRIVATE_KEY_BYTES: readonly number[] = [32, 64]
const SEED_BYTES = 32
const HOW_TO_MAKE_A_PRIVATE_KEY =
  'Make one with: echo "whsk_$(openssl genpkey -algorithm ed25519 -outform DER | tail -c 32 | base64)"'
/** PKCS #8 prefix of an Ed25519 private key (RFC 8410). */
const PKCS8_START = Buffer.from('302e020100300506032b657004220420', 'hex')

/**
 * A secret that starts with `whsec_` must decode to the same key in every library: some reject unpadded, URL-safe or
 * short secrets, others derive different keys from them.
 */
export function checkSecretKey({ secret_key }: Members): Problem[] {
  if (typeof secret_key !== 'string' || !secret_key.startsWith('whsec_')) return []
  const key = decoded(secret_key.slice('whsec_'.length))
  if (key !== null && key.length >= MIN_KEY_BYTES && key.length <= MAX_KEY_BYTES) return []
  const required = `padded standard base64 of ${MIN_KEY_BYTES} to ${MAX_KEY_BYTES} bytes must follow`
  return [problemAt('secret_key', `secret_key starts with whsec_, so that ${required}. ${HOW_TO_MAKE_A_SECRET}`)]
}

export function warningsOfSecretKey({ secret_key }: Members): string[] {
  if (typeof secret_key !== 'string' || secret_key === '' || secret_key.length >= MIN_SECRET_LENGTH) return []
  const why = `secret_key has fewer than ${MIN_SECRET_LENGTH} characters, so that it can be guessed`
  return [`${why}. ${HOW_TO_MAKE_A_SECRET}`]
}

export function checkPrivateKey({ private_key }: Members): Problem[] {
  if (private_key === undefined) return []
  const encoded = typeof private_key === 'string' ? /^whsk_(.*)$/.exec(private_key)?.[1] : undefined
  const key = encoded === undefined ? null : decoded(encoded)
  if (key !== null && PRIVATE_KEY_BYTES.includes(key.length)) return []
  const required = 'private_key must be whsk_ and the padded standard base64 of an Ed25519 private key'
  return [problemAt('private_key', `${required}. ${HOW_TO_MAKE_A_PRIVATE_KEY}`)]
}

/** Returns the Ed25519 key of validated members; undefined without one. */
export function privateKeyIn(members: Members): KeyObject | undefined {
  const private_key = textIn(members, 'private_key')
  if (private_key === undefined || checkPrivateKey(members).length > 0) return undefined
  const seed = Buffer.from(private_key.slice('whsk_'.length), 'base64').subarray(0, SEED_BYTES)
  return createPrivateKey({ key: Buffer.concat([PKCS8_START, seed]), format: 'der', type: 'pkcs8' })
}

/** Returns the public key for receivers, as `whpk_` and base64; undefined without a private key. */
export function publicKeyIn(members: Members): string | undefined {
  const key = privateKeyIn(members)
  if (key === undefined) return undefined
  const { x = '' } = createPublicKey(key).export({ format: 'jwk' })
  return `whpk_${Buffer.from(x, 'base64url').toString('base64')}`
}

/** Returns null unless the text is padded standard base64. */
function decoded(text: string): Buffer | null {
  const bytes = Buffer.from(text, 'base64')
  return bytes.toString('base64') === text ? bytes : null
}
