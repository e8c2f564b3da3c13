import { randomBytes } from 'node:crypto'
import { readdir, rm, utimes } from 'node:fs/promises'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ByteStore } from '../../src/store/files/bytes/bytes.ts'
import { folderStore } from '../../src/store/files/bytes/folder.ts'
import { objectStore } from '../../src/store/files/bytes/object-store.ts'
import { openSpool, type Spool } from '../../src/store/files/bytes/spool.ts'
import { temporaryFolder } from '../support/folder.ts'
import { OBJECT_STORE_KEYS, startObjectStore, type TestObjectStore } from '../support/servers/object-store.ts'

let folder: string
let server: TestObjectStore
let spool: Spool
beforeAll(async () => {
  folder = await temporaryFolder('durable')
  server = await startObjectStore()
  await server.bucket('files')
  spool = openSpool(path.join(folder, 'incoming'))
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

async function* pieces(bytes: Uint8Array, size = 65_536) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function bytesAt(store: ByteStore, key: string): Promise<Buffer | null> {
  const stream = await store.read(key)
  return stream === null ? null : buffer(stream)
}

const kinds: [string, () => ByteStore][] = [
  ['a folder', () => folderStore(path.join(folder, 'content'))],
  [
    'a bucket of an object store',
    () =>
      objectStore({ bucket: 'files', region: 'us-east-1', endpoint: server.endpoint, credentials: OBJECT_STORE_KEYS }),
  ],
]

describe.each(kinds)('%s', (_, open) => {
  let store: ByteStore
  beforeAll(() => {
    store = open()
  })
  afterAll(() => store.close())

  test.each([0, 1, 300_000, 9_000_000])('returns the %i bytes it was given', async (size) => {
    const bytes = randomBytes(size)
    await store.put(`store/${size}`, await spool.take(pieces(bytes), null))
    expect((await bytesAt(store, `store/${size}`))?.equals(bytes)).toBe(true)
    expect(await readdir(path.join(folder, 'incoming'))).toEqual([])
  })

  test('reads null for an unknown key, and removes it without an error', async () => {
    expect(await bytesAt(store, 'store/nothing')).toBeNull()
    await store.remove('store/nothing')
  })

  test('replaces and removes', async () => {
    for (const text of ['first', 'second'])
      await store.put('store/one', await spool.take(pieces(Buffer.from(text)), null))
    expect(String(await bytesAt(store, 'store/one'))).toBe('second')
    await store.remove('store/one')
    expect(await bytesAt(store, 'store/one')).toBeNull()
  })

  test('a read during a replacement sees the old or the new content', async () => {
    const [old, fresh] = [Buffer.alloc(2_000_000, 'a'), Buffer.alloc(2_000_000, 'b')]
    await store.put('store/two', await spool.take(pieces(old), null))
    const putting = spool.take(pieces(fresh), null).then((file) => store.put('store/two', file))
    const seen = await Promise.all(Array.from({ length: 5 }, () => bytesAt(store, 'store/two')))
    await putting
    for (const bytes of seen) expect(bytes?.equals(old) || bytes?.equals(fresh)).toBe(true)
  })
})

test('a folder rejects keys that lead out of it', async () => {
  const store = folderStore(path.join(folder, 'content'))
  for (const key of ['../incoming/x', '/etc/passwd', 'a//b', ''])
    await expect(store.read(key)).rejects.toThrow('not a valid storage key')
})

test('the spool enforces the limit, and keeps nothing of rejected or broken streams', async () => {
  await expect(spool.take(pieces(Buffer.alloc(100)), 99)).rejects.toMatchObject({ code: 'too_large' })
  const broken = async function* () {
    yield Buffer.alloc(10)
    throw new Error('broke off')
  }
  await expect(spool.take(broken(), null)).rejects.toThrow('broke off')
  expect(await readdir(path.join(folder, 'incoming'))).toEqual([])
  const { size, checksum } = await spool.take(pieces(Buffer.from('abc')), 3)
  expect([size, checksum]).toEqual([3, 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'])
})

test('sweeps what a crash left in the spool', async () => {
  const [old, fresh] = [
    await spool.take(pieces(Buffer.alloc(1)), null),
    await spool.take(pieces(Buffer.alloc(1)), null),
  ]
  await utimes(old.path, new Date(1000), new Date(1000))
  await spool.sweep(2000)
  const left = await readdir(path.join(folder, 'incoming'))
  expect([left.includes(path.basename(old.path)), left.includes(path.basename(fresh.path))]).toEqual([false, true])
})
