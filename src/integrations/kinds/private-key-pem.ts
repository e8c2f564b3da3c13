/**
 * Rounds of the function that derives a key from a passphrase. It runs while everything else of the process waits: this
 * many take a tenth to a third of a second. OpenSSL makes 2,048, or 131,072 with scrypt.
 */
const MAX_DERIVATION_COST = 131_072

/** The labels of the blocks of a PEM text: `CERTIFICATE`, `PRIVATE KEY`. */
export function pemLabels(text: string): string[] {
  return Array.from(text.matchAll(/-----BEGIN ([^-]*)-----/g), ([, label = '']) => label)
}

/** Whether a text holds one private key in PEM. OpenSSL writes the parameters of a curve in front of its key. */
export function isKeyPem(text: string): boolean {
  const labels = pemLabels(text).filter((label) => label !== 'EC PARAMETERS')
  return labels.length === 1 && /^(?:(?:ENCRYPTED|RSA|EC) )?PRIVATE KEY$/.test(labels[0] ?? '')
}

/** Why an encrypted key is not decrypted, null for one that may be, and for one that is not encrypted. */
export function problemOfDerivation(pem: string): string | null {
  const encoded = /-----BEGIN ENCRYPTED PRIVATE KEY-----([^-]*)-----/.exec(pem)?.[1]
  if (encoded === undefined) return null
  const cost = derivationCost(Buffer.from(encoded, 'base64'))
  if (cost === null) return 'is damaged: it cannot be read although it starts as an encrypted private key'
  if (cost <= MAX_DERIVATION_COST) return null
  const remedy = 'Encrypt it again with: openssl pkcs8 -topk8 -in FILE'
  return `is encrypted with ${cost} rounds of key derivation, allowed are ${MAX_DERIVATION_COST}. ${remedy}`
}

/** The object identifier of scrypt, whose cost is the product of its first three numbers. Source: RFC 7914, section 7. */
const SCRYPT = Buffer.from('060b2b06010401da47040b', 'hex').subarray(2)

/** The first number in the algorithm of a PKCS #8 structure is that of iterations: RFC 8018, appendix A. Null if there is none. */
function derivationCost(der: Buffer): number | null {
  try {
    const algorithm = elementAt(der, elementAt(der, 0).start)
    const content = der.subarray(algorithm.start, algorithm.end)
    const [iterations, ...others] = integersIn(content)
    if (iterations === undefined) return null
    const [block_size = 1, parallel = 1] = content.includes(SCRYPT) ? others : []
    const cost = iterations * block_size * parallel
    return Number.isFinite(cost) ? cost : null
  } catch {
    return null
  }
}

const CONSTRUCTED = 0x20
const INTEGER = 0x02

/** The integers of DER elements, those inside of others too, in their order. Throws a `RangeError` for anything else. */
function integersIn(der: Buffer): number[] {
  const found: number[] = []
  let at = 0
  while (at < der.length) {
    const { tag, start, end } = elementAt(der, at)
    const content = der.subarray(start, end)
    if (tag === INTEGER) found.push(Number(`0x${content.toString('hex')}`))
    if ((tag & CONSTRUCTED) !== 0) found.push(...integersIn(content))
    at = end
  }
  return found
}

/** A tag of one byte, the length in one byte or, from 128 on, in up to four bytes after one that says how many. */
function elementAt(der: Buffer, at: number): { tag: number; start: number; end: number } {
  const tag = der.readUInt8(at)
  const first = der.readUInt8(at + 1)
  const size = first < 0x80 ? 0 : first - 0x80
  const start = at + 2 + size
  const end = start + (size === 0 ? first : der.readUIntBE(at + 2, size))
  if (first === 0x80 || size > 4 || end > der.length) throw new RangeError('not DER')
  return { tag, start, end }
}
