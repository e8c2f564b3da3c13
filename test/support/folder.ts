import { mkdtemp, readdir, readFile, rm, statfs } from 'node:fs/promises'
import { freemem, tmpdir } from 'node:os'
import path from 'node:path'
import { isProcessAlive } from '../../src/disk/is-process-alive.ts'

const PREFIX = 'tidings-test-'
const MEMORY = '/dev/shm'
/** Bytes of free memory required. */
const USUAL_ROOM = 2 ** 31
/** Bytes; enough for copies of an installation. */
const MUCH_ROOM = 2 ** 32

/**
 * Creates a folder that the caller removes; first removes those left by killed runs. A fast folder is in memory if
 * there is room, because a file there costs a tenth of the CPU of one on a disk. A large folder is in memory only if
 * there is room for gigabytes and programs may run there.
 */
export async function temporaryFolder(kind: 'fast' | 'large' | 'durable'): Promise<string> {
  const parent = (await isForMemory(kind)) ? MEMORY : tmpdir()
  for (const name of await readdir(parent)) {
    if (!name.startsWith(PREFIX) || isProcessAlive(Number.parseInt(name.slice(PREFIX.length), 10))) continue
    await rm(path.join(parent, name), { recursive: true, force: true })
  }
  return mkdtemp(path.join(parent, `${PREFIX}${process.pid}-`))
}

/** Copying the template database takes 10 ms in memory, and up to 400 ms on a disk. */
async function isForMemory(kind: 'fast' | 'large' | 'durable'): Promise<boolean> {
  if (kind === 'durable') return false
  if (kind === 'fast') return hasMemory(USUAL_ROOM)
  return (await hasMemory(MUCH_ROOM)) && freemem() > 2 * MUCH_ROOM && (await runsPrograms())
}

async function hasMemory(needed: number): Promise<boolean> {
  const memory = await statfs(MEMORY).catch(() => null)
  return memory !== null && memory.bavail * memory.bsize > needed
}

async function runsPrograms(): Promise<boolean> {
  const mounts = await readFile('/proc/self/mounts', 'utf8')
  const options = mounts
    .split('\n')
    .findLast((line) => line.split(' ')[1] === MEMORY)
    ?.split(' ')[3]
  return options?.split(',').includes('noexec') === false
}
