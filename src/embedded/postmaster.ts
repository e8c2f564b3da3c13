import { spawn } from 'node:child_process'
import { closeSync, openSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { removeJudged } from '../disk/durable-files.ts'
import { processLives } from '../disk/process-lives.ts'
import { hasCode } from '../kernel/error-code.ts'

/** A live server, as described by its postmaster.pid. `ready` is false while it starts or stops. */
export type Postmaster = { pid: number; port: number; ready: boolean }

export type Child = { pid: number | undefined; over(): boolean; lastLines(): Promise<string> }

const LINE = { pid: 0, port: 3, state: 7 }
const LOG_KEPT = 1_000_000

/** The live server of a data folder, or a session of single-user mode, which is never ready; null when there is neither. */
export async function postmasterOf(data: string): Promise<Postmaster | null> {
  const text = await readFile(path.join(data, 'postmaster.pid'), 'utf8').catch(() => '')
  const lines = text.split('\n')
  // Single-user mode writes its number with a minus.
  const pid = Math.abs(Number(lines[LINE.pid]))
  if (!(pid > 0) || !serves(pid, data)) return null
  return { pid, port: Number(lines[LINE.port]), ready: lines[LINE.state]?.trim() === 'ready' }
}

/** Starts a server; its messages go to `log`. It is in a session of its own, out of the reach of a terminal's Ctrl-C. */
export function spawnPostmaster(
  command: readonly string[],
  data: string,
  settings: Readonly<Record<string, string>>,
  log: string,
): Child {
  const [program = '', ...before] = command
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const output = openSync(log, sizeOf(log) > LOG_KEPT ? 'w' : 'a', 0o600)
  const start = sizeOf(log)
  const child = spawn(program, [...before, '-D', data, ...options], {
    cwd: '/',
    detached: true,
    stdio: ['ignore', output, output],
  })
  closeSync(output)
  child.unref()
  let failure = ''
  let over = false
  child.once('error', (error) => {
    failure = error.message
    over = true
  })
  child.once('exit', () => {
    over = true
  })
  return {
    pid: child.pid,
    over: () => over,
    lastLines: async () => failure || (await readFile(log)).subarray(start).toString().trim(),
  }
}

/** A pid file that was just made is empty until its server has written into it, milliseconds. */
const WRITTEN_WITHIN_MS = 1_000

/**
 * Removes a pid file whose number now belongs to some other program, or that is empty: it would stop PostgreSQL from
 * starting. That of a server which starts at the same moment stays: without it that server would end itself.
 */
export async function removeStalePidFile(data: string): Promise<void> {
  const file = path.join(data, 'postmaster.pid')
  const judged = await readFile(file, 'utf8').catch(() => null)
  if (judged === null || (await postmasterOf(data)) !== null || isBeingWritten(file, judged)) return
  await removeJudged(file, judged)
}

function isBeingWritten(file: string, content: string): boolean {
  if (content.includes('\n')) return false
  const made_at = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
  return Date.now() - made_at < WRITTEN_WITHIN_MS
}

/** Asks for a fast shutdown and waits for its end; after `patience` milliseconds for an immediate one. */
export async function stopPostmaster(data: string, pid: number, patience: number): Promise<void> {
  if ((await postmasterOf(data))?.pid !== pid) return
  const deadline = Date.now() + patience
  signal(pid, 'SIGINT')
  while (serves(pid, data) && processLives(pid)) {
    if (Date.now() > deadline) signal(pid, 'SIGQUIT')
    await pause(10)
  }
}

/**
 * The working directory of PostgreSQL is its data folder, which on Linux distinguishes a server from another process
 * with a recycled id. Elsewhere any live process counts.
 */
function serves(pid: number, data: string): boolean {
  if (!processLives(pid)) return false
  if (process.platform !== 'linux') return true
  try {
    const [home, here] = [statSync(`/proc/${pid}/cwd`), statSync(data)]
    return home.ino === here.ino && home.dev === here.dev
  } catch (error) {
    return hasCode(error, 'EACCES')
  }
}

function signal(pid: number, name: 'SIGINT' | 'SIGQUIT'): void {
  try {
    process.kill(pid, name)
  } catch {
    // Gone already.
  }
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}
