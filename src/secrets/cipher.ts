import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'

export type Cipher = {
  /** Id of the encrypting key, as `keyIdOf` returns it. */
  keyId: string
  /** Ids of the other keys that can decrypt. */
  previousKeyIds: readonly string[]
  /** Encrypts text; `context` names its row, so that a value copied elsewhere cannot be decrypted. */
  seal(plain: string, context: string): Buffer
  /** Decrypts a value. Throws if it has another key or context, or was altered. */
  open(sealed: Buffer, context: string): string
  /** Derives 32 bytes that only the current key can compute from the text; `context` names their use. */
  derive(text: string, context: string): Buffer
}

// Format of a sealed value: version (1 byte), key id (4), nonce (12), tag (16), ciphertext. AES-256-GCM.
const VERSION = 1
const KEY_ID_END = 5
const NONCE_END = 17
const TAG_END = 33

type Key = { id: Buffer; secret: KeyObject }

/**
 * Creates a cipher that encrypts with the current key and also decrypts with the previous keys. Keys are base64 of 32
 * bytes.
 */
export function makeCipher(currentKey: string, previousKeys: readonly string[]): Cipher {
  const current = readKey(currentKey)
  const previous = previousKeys.map(readKey)
  const keys = [current, ...previous]
  return {
    keyId: current.id.toString('hex'),
    previousKeyIds: previous.map(({ id }) => id.toString('hex')).filter((id) => id !== current.id.toString('hex')),
    seal: (plain, context) => seal(current, plain, context),
    open: (sealed, context) => open(keys, sealed, context),
    derive: (text, context) => derive(current, text, context),
  }
}

/** True for a key in base64 of 32 bytes. */
export function isKey(text: string): boolean {
  const bytes = Buffer.from(text, 'base64')
  return bytes.length === 32 && bytes.toString('base64') === text
}

/** Returns the id of a sealed value's key, 8 hexadecimal digits, which reveal nothing about the key. */
export function keyIdOf(sealed: Buffer): string {
  return sealed.subarray(1, KEY_ID_END).toString('hex')
}

function readKey(text: string): Key {
  const bytes = Buffer.from(text, 'base64')
  if (!isKey(text))
    throw new Error('TIDINGS_ENCRYPTION_KEY and TIDINGS_ENCRYPTION_KEYS_PREVIOUS must be base64 of 32 bytes each.')
  return { id: createHash('sha256').update(bytes).digest().subarray(0, 4), secret: createSecretKey(bytes) }
}

/** HMAC-SHA-256 with a separate key for each use (HKDF), so that the encrypting key has only one use. */
function derive(key: Key, text: string, context: string): Buffer {
  const own = Buffer.from(hkdfSync('sha256', key.secret, '', context, 32))
  return createHmac('sha256', own).update(text).digest()
}

function seal(key: Key, plain: string, context: string): Buffer {
  const nonce = randomBytes(NONCE_END - KEY_ID_END)
  const cipher = createCipheriv('aes-256-gcm', key.secret, nonce).setAAD(Buffer.from(context))
  const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
  return Buffer.concat([Buffer.of(VERSION), key.id, nonce, cipher.getAuthTag(), text])
}

function open(keys: readonly Key[], sealed: Buffer, context: string): string {
  if (sealed.length < TAG_END || sealed[0] !== VERSION) throw new Error(`Cannot decrypt ${context}: corrupt.`)
  const id = sealed.subarray(1, KEY_ID_END)
  const key = keys.find((known) => known.id.equals(id))
  if (key === undefined) throw new Error(wrongKey(context))
  const decipher = createDecipheriv('aes-256-gcm', key.secret, sealed.subarray(KEY_ID_END, NONCE_END))
    .setAAD(Buffer.from(context))
    .setAuthTag(sealed.subarray(NONCE_END, TAG_END))
  try {
    return decipher.update(sealed.subarray(TAG_END), undefined, 'utf8') + decipher.final('utf8')
  } catch (cause) {
    throw new Error(`Cannot decrypt ${context}: corrupt, or from another row.`, { cause })
  }
}

function wrongKey(context: string): string {
  return (
    `Cannot decrypt ${context}: it was encrypted with a key that this process does not have. Set the ` +
    'TIDINGS_ENCRYPTION_KEY that this database was used with, or add it to TIDINGS_ENCRYPTION_KEYS_PREVIOUS.'
  )
}
