import { execFile } from 'node:child_process'
import { mkdir, readdir, readlink, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { temporaryFolder } from '../../../test/support/folder.ts'

/** A disk for one bench whose power can fail: data that was not synced by then is lost. */
export type PowerDisk = {
  folder: string
  /** Stops all writes and kills all processes that use the disk. */
  cut(): Promise<void>
  /** Mounts the disk again, as after a restart of the machine. */
  mend(): Promise<void>
  close(): Promise<void>
}

/** The image only occupies the space that is used. */
const BYTES = 6 * 2 ** 30
const TIMEOUT_MS = 15_000

const run = promisify(execFile)

/** Missing requirements of this machine as a sentence, or null. */
export async function whatIsMissing(): Promise<string | null> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return '--power makes and cuts off a disk of its own: it needs Linux, and to be run as root.'
  const programs = ['mkfs.ext4', 'mount', 'umount', 'xfs_io']
  const found = await Promise.all(
    programs.map((program) =>
      run('which', [program])
        .then(() => true)
        .catch(() => false),
    ),
  )
  const missing = programs.filter((_, index) => !found[index])
  if (missing.length === 0) return null
  return `--power needs ${missing.join(' and ')} (Debian: apt-get install xfsprogs e2fsprogs mount).`
}

/** An ext4 in a file, behind a loop device. Needs root. */
export async function openPowerDisk(): Promise<PowerDisk> {
  const root = await temporaryFolder('durable')
  const [image, folder] = [join(root, 'image'), join(root, 'disk')]
  await mkdir(folder)
  await writeFile(image, '')
  await truncate(image, BYTES)
  await run('mkfs.ext4', ['-q', image])
  const mount = async () => void (await run('mount', ['-o', 'loop', image, folder]))
  let isMounted = false
  const mend = async () => {
    await mount()
    isMounted = true
  }
  const leave = async () => {
    if (!isMounted) return
    await killAll(folder)
    await unmount(folder)
    isMounted = false
  }
  await mend()
  return {
    folder,
    async cut() {
      // Skips writing the journal, which a sync would do.
      await run('xfs_io', ['-x', '-c', 'shutdown', folder])
      await leave()
    },
    mend,
    async close() {
      await leave()
      await rm(root, { recursive: true })
    },
  }
}

/** Kills processes whose working directory is on the disk: PostgreSQL, and Tidings if it was started there. */
async function killAll(folder: string): Promise<void> {
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const home = await readlink(`/proc/${pid}/cwd`).catch(() => '')
    if (home !== folder && !home.startsWith(`${folder}/`)) continue
    try {
      process.kill(Number(pid), 'SIGKILL')
    } catch {
      // The process has ended meanwhile.
    }
  }
}

async function unmount(folder: string): Promise<void> {
  const end = Date.now() + TIMEOUT_MS
  for (;;) {
    const failure = await run('umount', [folder])
      .then(() => null)
      .catch((error: Error) => error)
    if (failure === null) return
    if (Date.now() > end) throw failure
    await killAll(folder)
    await wait(100)
  }
}
