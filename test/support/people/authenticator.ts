import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** An authenticator with one passkey, which signs like a real one. Tests can override parts of its responses. */
export type Authenticator = {
  id: string
  /** Response to the options of a registration. */
  register(options: CreationOptions, said?: Said): Credential
  /** Response to the options of a log-in. The counter increases each time. */
  assert(options: RequestOptions, said?: Said & { user_handle?: string }): Credential
}

/** Overrides of a response. */
export type Said = { origin?: string; challenge?: string; rp_id?: string; verified?: boolean; counter?: number }

type Credential = { id: string; type: 'public-key'; response: Record<string, unknown> }
type CreationOptions = { challenge: string; rp: { id: string }; user: { id: string } }
type RequestOptions = { challenge: string; rpId: string }

const FLAGS = { present: 1, verified: 4, backup_eligible: 8, backed_up: 16, attested: 64 }

/** `counts` is false for a synced passkey, which has no counter; `aaguid` identifies the vendor. */
export function openAuthenticator(
  origin: string,
  { counts = true, aaguid = '00000000-0000-0000-0000-000000000000' } = {},
): Authenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(32)
  const text = id.toString('base64url')
  let user_handle = ''
  let used = 0
  const dataOf = (rp_id: string, said: Said, attested: Buffer | null) => {
    const flags =
      FLAGS.present +
      (said.verified === false ? 0 : FLAGS.verified) +
      (counts ? 0 : FLAGS.backup_eligible + FLAGS.backed_up) +
      (attested === null ? 0 : FLAGS.attested)
    const head = Buffer.alloc(5)
    head.writeUInt8(flags)
    head.writeUInt32BE(said.counter ?? (counts ? used : 0), 1)
    const hash = createHash('sha256')
      .update(said.rp_id ?? rp_id)
      .digest()
    return Buffer.concat([hash, head, attested ?? Buffer.alloc(0)])
  }
  const clientData = (type: string, challenge: string, said: Said) =>
    Buffer.from(JSON.stringify({ type, challenge: said.challenge ?? challenge, origin: said.origin ?? origin }))
  return {
    id: text,
    register({ challenge, rp, user }, said = {}) {
      user_handle = user.id
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const made_by = Buffer.from(aaguid.replaceAll('-', ''), 'hex')
      const attested = Buffer.concat([made_by, length, id, coseKey(publicKey.export({ format: 'jwk' }))])
      const attestation = cborMap([
        ['fmt', cborText('none')],
        ['attStmt', cborMap([])],
        ['authData', cborBytes(dataOf(rp.id, said, attested))],
      ])
      const response = {
        clientDataJSON: clientData('webauthn.create', challenge, said).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: counts ? ['usb'] : ['internal', 'hybrid'],
      }
      return { id: text, type: 'public-key', response }
    },
    assert({ challenge, rpId }, said = {}) {
      used += 1
      const data = dataOf(rpId, said, null)
      const client = clientData('webauthn.get', challenge, said)
      const signed = Buffer.concat([data, createHash('sha256').update(client).digest()])
      const response = {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', signed, privateKey).toString('base64url'),
        userHandle: said.user_handle ?? user_handle,
      }
      return { id: text, type: 'public-key', response }
    },
  }
}

/** The key in COSE format: elliptic curve, ES256, P-256, and its two coordinates. */
function coseKey({ x = '', y = '' }: { x?: string; y?: string }): Buffer {
  const [first, second] = [x, y].map((part) => cborBytes(Buffer.from(part, 'base64url')))
  return Buffer.concat([
    Buffer.from([0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21]),
    first,
    Buffer.from([0x22]),
    second,
  ] as Buffer[])
}

/** The part of CBOR (RFC 8949) that an attestation needs. */
function cborHead(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length])
  return length < 256 ? Buffer.from([(major << 5) | 24, length]) : Buffer.from([(major << 5) | 25, length >> 8, length])
}

function cborBytes(bytes: Buffer): Buffer {
  return Buffer.concat([cborHead(2, bytes.length), bytes])
}

function cborText(text: string): Buffer {
  return Buffer.concat([cborHead(3, text.length), Buffer.from(text)])
}

function cborMap(entries: readonly (readonly [string, Buffer])[]): Buffer {
  return Buffer.concat([cborHead(5, entries.length), ...entries.flatMap(([name, value]) => [cborText(name), value])])
}
