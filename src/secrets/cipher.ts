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

/** Encrypts what must not be stored in clear. */
export type Cipher = {
  /** The id of the encrypting key, as `keyIdOf` returns it. */
  keyId: string
  /** The ids of the other keys that can decrypt. */
  previousKeyIds: readonly string[]
  /** Encrypts text; `context` names where it is stored, so that a value copied elsewhere cannot be decrypted. */
  seal(plain: string, context: string): Buffer
  /** Throws when the value has another key or context, or was changed. */
  open(sealed: Buffer, context: string): string
  /** 32 bytes that follow from text, and that only the current key can compute; `context` names their use. */
  derive(text: string, context: string): Buffer
}

// A sealed value: version (1 byte), id of the key (4), nonce (12), tag (16), ciphertext. AES-256-GCM.
const VERSION = 1
const KEY_ID_END = 5
const NONCE_END = 17
const TAG_END = 33

type Key = { id: Buffer; secret: KeyObject }

/** Seals with the current key, opens with the previous ones too. Keys are base64 of 32 bytes. */
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

/** Whether a text is a key: base64 of 32 bytes. */
export function isKey(text: string): boolean {
  const bytes = Buffer.from(text, 'base64')
  return bytes.length === 32 && bytes.toString('base64') === text
}

/** The id of the key that a value is sealed with, 8 hexadecimal digits; it reveals nothing about the key. */
export function keyIdOf(sealed: Buffer): string {
  return sealed.subarray(1, KEY_ID_END).toString('hex')
}

function readKey(text: string): Key {
  const bytes = Buffer.from(text, 'base64')
  if (!isKey(text))
    throw new Error('TIDINGS_ENCRYPTION_KEY and TIDINGS_ENCRYPTION_KEYS_PREVIOUS must be base64 of 32 bytes each.')
  return { id: createHash('sha256').update(bytes).digest().subarray(0, 4), secret: createSecretKey(bytes) }
}

/** HMAC-SHA-256 with a key of its own for each use (HKDF), so that the encrypting key itself has one use only. */
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
  if (sealed.length < TAG_END || sealed[0] !== VERSION) throw new Error(`What is sealed for ${context} is damaged.`)
  const id = sealed.subarray(1, KEY_ID_END)
  const key = keys.find((known) => known.id.equals(id))
  if (key === undefined) throw new Error(wrongKey(context))
  const decipher = createDecipheriv('aes-256-gcm', key.secret, sealed.subarray(KEY_ID_END, NONCE_END))
    .setAAD(Buffer.from(context))
    .setAuthTag(sealed.subarray(NONCE_END, TAG_END))
  try {
    return decipher.update(sealed.subarray(TAG_END), undefined, 'utf8') + decipher.final('utf8')
  } catch (cause) {
    throw new Error(`What is sealed for ${context} is damaged or was sealed for another place.`, { cause })
  }
}

function wrongKey(context: string): string {
  return (
    `What is sealed for ${context} was encrypted with a key that this process does not have: set the ` +
    'TIDINGS_ENCRYPTION_KEY that this database was used with, or add it to TIDINGS_ENCRYPTION_KEYS_PREVIOUS.'
  )
}
