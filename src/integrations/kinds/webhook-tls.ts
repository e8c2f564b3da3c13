import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { createSecureContext } from 'node:tls'
import type { Problem } from '../../kernel/errors.ts'
import { isObject } from '../../kernel/json/json.ts'
import type { Members } from './kind.ts'
import { problemAt, textIn } from './members.ts'

/** Authenticates the sender to receivers. PEM: the certificate, then the intermediate certificates. */
export type ClientCertificate = { certificate: string; private_key: string }

const MAX_CERTIFICATES_LENGTH = 65_536
const MAX_KEY_LENGTH = 16_384
/** Longer keys would block other deliveries during each handshake. */
const MAX_RSA_BITS = 8_192

/** Members that are not masked. */
export const VISIBLE_OF_CERTIFICATE = ['certificate'] as const
const MEMBERS = ['certificate', 'private_key'] as const

export function checkClientCertificate({ client_certificate, url }: Members): Problem[] {
  if (client_certificate === undefined) return []
  if (!isObject(client_certificate)) {
    const detail = 'client_certificate must be an object with certificate and private_key in PEM.'
    return [problemAt('client_certificate', detail)]
  }
  return [...checkHttps(url), ...checkNames(client_certificate), ...checkPair(client_certificate)]
}

/** Checks only the scheme; the check of `url` reports other errors. */
function checkHttps(url: unknown): Problem[] {
  if (typeof url !== 'string' || URL.parse(url)?.protocol !== 'http:') return []
  const detail = 'client_certificate needs a url that starts with https://: without TLS, no certificate is sent.'
  return [problemAt('client_certificate', detail)]
}

function checkNames(given: Members): Problem[] {
  return Object.keys(given)
    .filter((name) => !MEMBERS.some((known) => known === name))
    .map((name) => problem(name, `is not a member of client_certificate: allowed are ${MEMBERS.join(', ')}`))
}

function checkPair(given: Members): Problem[] {
  const chain = readCertificates(given.certificate)
  const key = readKey(given.private_key)
  const problems = typeof key === 'string' ? [problem('private_key', key)] : []
  if (typeof chain === 'string') return [problem('certificate', chain), ...problems]
  if (typeof key === 'string') return problems
  const owner = chain.findIndex((certificate) => certificate.checkPrivateKey(key))
  if (owner === -1) {
    return [problem('private_key', 'does not belong to the certificate: both must be of one pair')]
  }
  if (owner > 0) {
    return [
      problem('certificate', `must start with the certificate of private_key, which is number ${owner + 1} in it`),
    ]
  }
  return checkUse(String(given.certificate), key)
}

/** OpenSSL rejects some matching pairs, such as those with short keys. */
function checkUse(cert: string, key: KeyObject): Problem[] {
  try {
    createSecureContext({ cert, key: key.export({ type: 'pkcs8', format: 'pem' }) })
    return []
  } catch (error) {
    const why = codeOf(error) === 'ERR_SSL_EE_KEY_TOO_SMALL' ? 'its key is too short' : codeOf(error)
    return [problem('certificate', `cannot be used for TLS (${why}): make one with RSA of 2048 bits or with P-256`)]
  }
}

/** Returns the key, or a description of the error in its text. */
function readKey(private_key: unknown): KeyObject | string {
  if (typeof private_key !== 'string' || !isKeyPem(private_key)) {
    return (
      'must be one private key in PEM, which starts with -----BEGIN PRIVATE KEY-----; a key that is stored may be sent as ' +
      'it was returned'
    )
  }
  if (private_key.length > MAX_KEY_LENGTH) return `must not be longer than ${MAX_KEY_LENGTH} characters`
  // The author of an encrypted key chooses how long decryption blocks the process, so encrypted keys are rejected.
  if (private_key.includes('ENCRYPTED'))
    return 'is encrypted: decrypt it with openssl pkey -in FILE. It is stored encrypted'
  try {
    const key = createPrivateKey(private_key)
    const bits = key.asymmetricKeyDetails?.modulusLength ?? 0
    return bits <= MAX_RSA_BITS ? key : `must not be longer than ${MAX_RSA_BITS} bits, not ${bits}`
  } catch {
    return 'is damaged: it cannot be read although it starts as a private key'
  }
}

/** True if a text holds one private key in PEM. OpenSSL writes the curve parameters before an EC key. */
function isKeyPem(text: string): boolean {
  const labels = pemLabels(text).filter((label) => label !== 'EC PARAMETERS')
  return labels.length === 1 && /^(?:(?:ENCRYPTED|RSA|EC) )?PRIVATE KEY$/.test(labels[0] ?? '')
}

export function checkCa({ ca }: Members): Problem[] {
  const chain = ca === undefined ? [] : readCertificates(ca)
  return typeof chain === 'string' ? [problemAt('ca', `ca ${chain}.`)] : []
}

/**
 * Returns the certificates of a PEM text, or a description of its error. Private keys are rejected, because events show
 * the text.
 */
function readCertificates(text: unknown): X509Certificate[] | string {
  const expected = 'must be a certificate in PEM, which starts with -----BEGIN CERTIFICATE-----'
  if (typeof text !== 'string' || text === '') return expected
  if (text.length > MAX_CERTIFICATES_LENGTH) return `must not be longer than ${MAX_CERTIFICATES_LENGTH} characters`
  if (pemLabels(text).some((label) => label.endsWith('PRIVATE KEY'))) {
    return 'must not contain a private key: it is shown to others. If this one is in use, replace it'
  }
  const blocks = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
  if (blocks.length === 0 || blocks.length !== pemLabels(text).length) return `${expected}, several after one another`
  try {
    return blocks.map((block) => new X509Certificate(block))
  } catch {
    return `${expected}; this one is damaged`
  }
}

/** Returns the labels of all blocks in a PEM text, such as `CERTIFICATE` and `PRIVATE KEY`. */
function pemLabels(text: string): string[] {
  return Array.from(text.matchAll(/-----BEGIN ([^-]*)-----/g), ([, label = '']) => label)
}

function problem(name: string, detail: string): Problem {
  return problemAt(`client_certificate/${name}`, `${name} ${detail}.`)
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason'
}

/** Returns the certificate of validated members; undefined without one. */
export function clientCertificateIn({ client_certificate }: Members): ClientCertificate | undefined {
  if (!isObject(client_certificate)) return undefined
  const certificate = textIn(client_certificate, 'certificate')
  const private_key = textIn(client_certificate, 'private_key')
  if (certificate === undefined || private_key === undefined) return undefined
  return { certificate, private_key }
}
