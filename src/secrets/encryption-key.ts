import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createFile, makeFolder, syncFile } from '../disk/durable-files.ts'
import { hasCode } from '../kernel/error-code.ts'
import { isKey } from './cipher.ts'

export type EncryptionSettings = Readonly<{
  TIDINGS_DATA: string
  TIDINGS_ENCRYPTION_KEY?: string
  TIDINGS_ENCRYPTION_KEYS_PREVIOUS: readonly string[]
}>

export type EncryptionKeys = {
  current: string
  previous: readonly string[]
  /** File of the current key; null if the key was configured. */
  file: string | null
}

/**
 * Returns the keys for `makeCipher`: the configured key, or else that in `TIDINGS_DATA/encryption.key`, which is
 * created if missing. A process with another key than the database's cannot decrypt anything, and reports that at
 * start. Throws if the file contains no key. A returned key survives a power cut, because the values encrypted with it
 * do.
 */
export async function readEncryptionKey(settings: EncryptionSettings): Promise<EncryptionKeys> {
  const { TIDINGS_ENCRYPTION_KEY: configured, TIDINGS_ENCRYPTION_KEYS_PREVIOUS: previous } = settings
  if (configured !== undefined) return { current: configured, previous, file: null }
  const file = keyFile(settings)
  return { current: await readOrMakeFile(settings.TIDINGS_DATA, file), previous, file }
}

/** Returns the keys without creating one; null if there is none. */
export async function findEncryptionKey(settings: EncryptionSettings): Promise<EncryptionKeys | null> {
  const isConfigured = settings.TIDINGS_ENCRYPTION_KEY !== undefined
  if (!isConfigured && (await readIfThere(keyFile(settings))) === null) return null
  return readEncryptionKey(settings)
}

/** Saves a key for `readEncryptionKey`, unless there is one. */
export async function saveEncryptionKey(settings: EncryptionSettings, key: string): Promise<void> {
  await makeFolder(settings.TIDINGS_DATA)
  await createFile(keyFile(settings), `${key}\n`)
}

export function keyFile({ TIDINGS_DATA }: Pick<EncryptionSettings, 'TIDINGS_DATA'>): string {
  return join(TIDINGS_DATA, 'encryption.key')
}

async function readOrMakeFile(folder: string, file: string): Promise<string> {
  const present = await readIfThere(file)
  if (present === null) {
    await makeFolder(folder)
    // Two processes that start at once end up with the same key.
    await createFile(file, `${randomBytes(32).toString('base64')}\n`)
  } else {
    // Another process may have created the file just now, or an old release without syncing it.
    await syncFile(file)
  }
  const key = (await readFile(file, 'utf8')).trim()
  if (isKey(key)) return key
  throw new Error(noKey(file, key))
}

function noKey(file: string, content: string): string {
  const found = content.replaceAll('\0', '') === '' ? 'is empty' : 'does not hold a key (Base64 of 32 bytes)'
  return (
    `The file ${file} ${found}. Restore it from a backup, or set TIDINGS_ENCRYPTION_KEY to the key that was in it. ` +
    'If nothing has been stored yet, delete the file: the next start generates a new key, which cannot decrypt the values of an earlier key.'
  )
}

async function readIfThere(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null
    throw error
  }
}
