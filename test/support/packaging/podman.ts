import { existsSync } from 'node:fs'
import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { runProgram } from '../../../packaging/run-program.ts'
import { DAY } from '../../../src/kernel/duration.ts'
import { programOf } from '../servers/debian.ts'

export type Podman = {
  /** Runs a podman command and returns its output; throws the output if it fails. */
  run(...args: string[]): Promise<string>
  logs(container: string): Promise<string>
  close(): Promise<void>
}

// Works in sandboxes as well: storage without overlays, a runtime without a service manager.
const ENGINE = ['--runtime', 'runc', '--cgroup-manager', 'cgroupfs']
const ENV = { ...process.env, STORAGE_DRIVER: 'vfs' }

/** Options of test containers: the host's network, and limits that a sandbox permits. */
export const RUN = ['--network', 'host', '--ulimit', 'nofile=10000:10000', '--ulimit', 'nproc=4096:4096']

export async function openPodman(folder: string): Promise<Podman> {
  programOf('runc', ['/usr/sbin/runc'])
  const podman = programOf('podman', ['/usr/bin/podman'])
  const [storage, running] = [path.join(folder, 'storage'), path.join(folder, 'running')]
  await mkdir(storage, { recursive: true })
  const engine = ['--root', storage, '--runroot', running, ...ENGINE]
  const both = (...args: string[]) => runProgram(podman, [...engine, ...args], { env: ENV })
  const run = async (...args: string[]) => (await both(...args)).stdout
  return {
    run,
    logs: async (container) => {
      const { stdout, stderr } = await both('logs', container)
      return stdout + stderr
    },
    async close() {
      await run('rm', '--all', '--force')
      await run('rmi', '--all', '--force')
      await rm(storage, { recursive: true, force: true })
      await rm(running, { recursive: true, force: true })
    },
  }
}

const RETENTION_MS = 7 * DAY

/** A root file system of Debian as an archive, for machines without access to a registry. Rebuilt weekly. */
export async function debianBase(): Promise<string> {
  const program = programOf('mmdebstrap', ['/usr/bin/mmdebstrap'])
  const file = path.join(tmpdir(), `tidings-tests-debian-${process.getuid?.()}.tar`)
  if (existsSync(file) && Date.now() - (await stat(file)).mtimeMs < RETENTION_MS) return file
  const unfinished = `${file}.${process.pid}.tar`
  const without = ['/usr/share/doc/*', '/usr/share/locale/*', '/usr/share/man/*']
  const options = without.map((files) => `--dpkgopt=path-exclude=${files}`)
  await runProgram(program, [
    '--variant=minbase',
    ...options,
    '--aptopt=Acquire::Languages "none"',
    'bookworm',
    unfinished,
  ])
  await rename(unfinished, file)
  return file
}
