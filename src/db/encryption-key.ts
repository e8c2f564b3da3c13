import { randomBytes, randomUUID } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The part of the settings that is about encryption. */
export type EncryptionSettings = Readonly<{
  TIDINGS_DATA: string
  TIDINGS_ENCRYPTION_KEY?: string
  TIDINGS_ENCRYPTION_KEYS_PREVIOUS: readonly string[]
}>

export type EncryptionKeys = {
  current: string
  previous: readonly string[]
  /** The file that the current key was read from; null when it was configured. */
  file: string | null
}

/**
 * The keys for `makeCipher`: the configured one, else the one in `TIDINGS_DATA/encryption.key`, which is made when it is not
 * there. A process with another key than the one a database was sealed with can open nothing, and says so at its start.
 */
export async function readEncryptionKey(settings: EncryptionSettings): Promise<EncryptionKeys> {
  const { TIDINGS_ENCRYPTION_KEY: configured, TIDINGS_ENCRYPTION_KEYS_PREVIOUS: previous } = settings
  if (configured !== undefined) return { current: configured, previous, file: null }
  const file = join(settings.TIDINGS_DATA, 'encryption.key')
  return { current: await readOrMakeFile(settings.TIDINGS_DATA, file), previous, file }
}

async function readOrMakeFile(folder: string, file: string): Promise<string> {
  const present = await readIfThere(file)
  if (present !== null) return present
  await mkdir(folder, { recursive: true })
  // Linked into place whole: of two starters at once both end up with the same key, and none reads half of one.
  const draft = `${file}.${randomUUID()}`
  await writeFile(draft, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flag: 'wx' })
  await link(draft, file).catch(unlessThere)
  await rm(draft)
  return (await readFile(file, 'utf8')).trim()
}

async function readIfThere(file: string): Promise<string | null> {
  try {
    return (await readFile(file, 'utf8')).trim()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

function unlessThere(error: Error & { code?: string }): void {
  if (error.code !== 'EEXIST') throw error
}
