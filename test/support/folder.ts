import { mkdtemp, readdir, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { processLives } from '../../src/disk/process-lives.ts'

const PREFIX = 'tidings-test-'
const MEMORY = { folder: '/dev/shm', needed: 2 ** 31 }

/** A new folder for the caller to remove; what killed runs left behind goes first. A fast one is in memory if that has room. */
export async function temporaryFolder(kind: 'fast' | 'durable'): Promise<string> {
  const parent = kind === 'fast' && (await hasMemory()) ? MEMORY.folder : tmpdir()
  for (const name of await readdir(parent)) {
    if (!name.startsWith(PREFIX) || processLives(Number.parseInt(name.slice(PREFIX.length), 10))) continue
    await rm(path.join(parent, name), { recursive: true, force: true })
  }
  return mkdtemp(path.join(parent, `${PREFIX}${process.pid}-`))
}

/** A copy of the template database takes 10 ms in memory, on a disk up to 400. */
async function hasMemory(): Promise<boolean> {
  const memory = await statfs(MEMORY.folder).catch(() => null)
  return memory !== null && memory.bavail * memory.bsize > MEMORY.needed
}
