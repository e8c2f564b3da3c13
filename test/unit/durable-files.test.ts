import { existsSync, readlinkSync } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  createFile,
  draftOf,
  makeFolder,
  moveFile,
  removeDrafts,
  removeIfUnchanged,
  replaceFile,
  syncFile,
} from '../../src/disk/durable-files.ts'
import { temporaryFolder } from '../support/folder.ts'

/** The name of an open file comes from /proc. */
const onLinux = test.runIf(process.platform === 'linux')

let folder: string
let file: string

beforeEach(async () => {
  folder = await temporaryFolder('durable')
  file = path.join(folder, 'kept')
})

afterEach(async () => {
  vi.restoreAllMocks()
  await rm(folder, { recursive: true })
})

onLinux.each([
  ['created', createFile],
  ['replaced', replaceFile],
])('a %s file is synced before it gets its name, and its folder afterwards', async (_, write) => {
  const synced = await watchSyncs()
  await write(file, 'content')
  expect(synced).toEqual([
    { place: expect.stringContaining(`${file}.new-`), isThere: false },
    { place: folder, isThere: true },
  ])
  expect(await readFile(file, 'utf8')).toBe('content')
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(await readdir(folder)).toEqual(['kept'])
})

onLinux('an existing file is not created again, but its name is still synced', async () => {
  await writeFile(file, 'before')
  const synced = await watchSyncs()
  await createFile(file, 'after')
  expect(await readFile(file, 'utf8')).toBe('before')
  expect(synced.at(-1)).toEqual({ place: folder, isThere: true })
})

test('removes a file only while it has the judged content', async () => {
  await removeIfUnchanged(file, 'stale')
  await writeFile(file, 'fresh')
  await removeIfUnchanged(file, 'stale')
  expect(await readFile(file, 'utf8')).toBe('fresh')
  await removeIfUnchanged(file, 'fresh')
  expect(await readdir(folder)).toEqual([])
})

onLinux('a file from another process is synced with its folder', async () => {
  await writeFile(file, 'content')
  const synced = await watchSyncs()
  await syncFile(file)
  expect(synced.map(({ place }) => place)).toEqual([file, folder])
})

onLinux('a moved file is synced at its old path, and its new folder afterwards', async () => {
  const from = path.join(folder, 'spooled')
  await writeFile(from, 'content')
  const synced = await watchSyncs()
  await moveFile(from, file)
  expect(synced).toEqual([
    { place: from, isThere: false },
    { place: folder, isThere: true },
  ])
})

onLinux('every folder that gets a new folder is synced, and no other', async () => {
  const synced = await watchSyncs()
  await makeFolder(path.join(folder, 'a', 'b', 'c'))
  const places = synced.map(({ place }) => path.relative(folder, place))
  expect(places).toEqual([path.join('a', 'b'), 'a', ''])
  await makeFolder(path.join(folder, 'a', 'b', 'c'))
  expect(synced).toHaveLength(3)
})

test('removes the drafts of processes that have ended, and keeps its own', async () => {
  const own = draftOf(file)
  await writeFile(own, '')
  await writeFile(`${file}.new-999999999-abcd1234`, 'a secret')
  await mkdir(`${file}.new-999999998-abcd`)
  await writeFile(file, '')
  await removeDrafts(folder)
  expect((await readdir(folder)).sort()).toEqual(['kept', path.basename(own)].sort())
})

type Synced = { place: string; isThere: boolean }

/** Records each sync, and if the file already had its name. */
async function watchSyncs(): Promise<Synced[]> {
  const handle = await open(folder)
  const prototype: FileHandle = Object.getPrototypeOf(handle)
  await handle.close()
  const { sync } = prototype
  const synced: Synced[] = []
  vi.spyOn(prototype, 'sync').mockImplementation(function (this: FileHandle) {
    synced.push({ place: readlinkSync(`/proc/self/fd/${this.fd}`), isThere: existsSync(file) })
    return sync.call(this)
  })
  return synced
}
