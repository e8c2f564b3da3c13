import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeCipher } from '../../src/secrets/cipher.ts'
import { readEncryptionKey } from '../../src/secrets/encryption-key.ts'
import { temporaryFolder } from '../support/folder.ts'

const configured = randomBytes(32).toString('base64')

test('uses the configured key together with the previous ones', async () => {
  const settings = {
    TIDINGS_DATA: '/nowhere',
    TIDINGS_ENCRYPTION_KEY: configured,
    TIDINGS_ENCRYPTION_KEYS_PREVIOUS: ['before'],
  }
  expect(await readEncryptionKey(settings)).toEqual({ current: configured, previous: ['before'], file: null })
})

test('creates one key, readable only by its owner, even when several processes start at once', async () => {
  const parent = await temporaryFolder('durable')
  const folder = join(parent, 'data')
  const settings = { TIDINGS_DATA: folder, TIDINGS_ENCRYPTION_KEYS_PREVIOUS: [] }
  const starters = await Promise.all([1, 2, 3, 4, 5].map(() => readEncryptionKey(settings)))
  const again = await readEncryptionKey(settings)
  expect(new Set([...starters, again].map((keys) => keys.current)).size).toBe(1)
  expect(makeCipher(again.current, again.previous)).toBeDefined()
  expect(await readdir(folder)).toEqual(['encryption.key'])
  expect((await stat(join(folder, 'encryption.key'))).mode & 0o777).toBe(0o600)
  await rm(parent, { recursive: true })
})

test.each([
  ['is empty', ''],
  ['is empty', '\0'.repeat(45)],
  ['does not hold a key', 'c2hvcnQ=\n'],
])('the error for a file that %s says how to fix it, and leaves the file unchanged', async (found, content) => {
  const folder = await temporaryFolder('durable')
  const file = join(folder, 'encryption.key')
  await mkdir(folder, { recursive: true })
  await writeFile(file, content)
  const reading = readEncryptionKey({ TIDINGS_DATA: folder, TIDINGS_ENCRYPTION_KEYS_PREVIOUS: [] })
  const error = await reading.then(() => null).catch((thrown: Error) => thrown.message)
  expect(error).toContain(`${file} ${found}`)
  expect(error).toContain('Restore it from a backup, or set TIDINGS_ENCRYPTION_KEY')
  expect(await readFile(file, 'utf8')).toBe(content)
  await rm(folder, { recursive: true })
})
