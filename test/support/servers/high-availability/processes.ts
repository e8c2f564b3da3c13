import { type ChildProcess, spawn } from 'node:child_process'
import { openSync } from 'node:fs'
import { readdir, readlink, rm } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'

const UNPRIVILEGED_UID = 65_534
const QUIT_MS = 2_000
const POLL_MS = 20

/** PostgreSQL refuses to run as root. */
export const UNPRIVILEGED = process.getuid?.() === 0 ? { uid: UNPRIVILEGED_UID, gid: UNPRIVILEGED_UID } : null

/**
 * Kills all processes in the folder once standard input ends, so that no process outlives a killed run. Patroni leaves
 * PostgreSQL running when it dies.
 */
const KEEPER = `cat >/dev/null
for process in /proc/[0-9]*; do
  case "$(readlink "$process/cwd")" in "$1"/*) kill -KILL "\${process#/proc/}";; esac
done 2>/dev/null
rm -rf "$1"`

/** Supervises a folder and its processes. The returned function ends them and removes the folder. */
export function keep(folder: string): () => Promise<void> {
  const keeper = spawn('sh', ['-c', KEEPER, 'sh', folder], { stdio: ['pipe', 'ignore', 'ignore'], detached: true })
  return async () => {
    // PostgreSQL frees its shared memory only on a regular exit.
    await signalAll(folder, 'SIGQUIT')
    const end = Date.now() + QUIT_MS
    while ((await processesIn(folder)).length > 0 && Date.now() < end) await wait(POLL_MS)
    await signalAll(folder, 'SIGKILL')
    keeper.kill('SIGKILL')
    keeper.stdin.end()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Starts a program in `folder`, with its output in a file there. */
export function launch(
  program: string,
  args: readonly string[],
  { folder, log, env, user }: { folder: string; log: string; env: NodeJS.ProcessEnv; user: typeof UNPRIVILEGED },
): ChildProcess {
  const output = openSync(log, 'a')
  const child = spawn(program, [...args], {
    cwd: folder,
    env,
    stdio: ['ignore', output, output],
    detached: true,
    ...user,
  })
  child.unref()
  return child
}

/** Sends a signal to all processes in the folder, until every process has got it. */
export async function signalAll(folder: string, signal: NodeJS.Signals): Promise<void> {
  const signalled = new Set<number>()
  for (;;) {
    const others = (await processesIn(folder)).filter((pid) => !signalled.has(pid))
    if (others.length === 0) break
    for (const pid of others) {
      signalled.add(pid)
      try {
        process.kill(pid, signal)
      } catch {
        // The process has ended meanwhile.
      }
    }
  }
  if (signal !== 'SIGKILL') return
  while ((await processesIn(folder)).length > 0) await wait(POLL_MS)
}

async function processesIn(folder: string): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const works = await Promise.all(
    pids.map(async (pid) => {
      const place = await readlink(`/proc/${pid}/cwd`).catch(() => '')
      return place === folder || place.startsWith(`${folder}/`)
    }),
  )
  return pids.filter((_, at) => works[at]).map(Number)
}
