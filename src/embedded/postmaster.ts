import { spawn } from 'node:child_process'
import { closeSync, openSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { removeIfUnchanged } from '../disk/durable-files.ts'
import { isProcessAlive } from '../disk/is-process-alive.ts'
import { hasCode } from '../kernel/error-code.ts'

/** A live server, as described by its postmaster.pid. `ready` is false while it starts or stops. */
export type Postmaster = { pid: number; port: number; ready: boolean }

export type Child = { pid: number | undefined; over(): boolean; lastLines(): Promise<string> }

const LINE = { pid: 0, port: 3, state: 7 }
const MAX_LOG_LENGTH = 1_000_000

/** The live server of a data folder, or a single-user session, which is never ready; null if there is neither. */
export async function postmasterOf(data: string): Promise<Postmaster | null> {
  const text = await readFile(path.join(data, 'postmaster.pid'), 'utf8').catch(() => '')
  const lines = text.split('\n')
  // Single-user mode writes its process id as a negative number.
  const pid = Math.abs(Number(lines[LINE.pid]))
  if (!(pid > 0) || !serves(pid, data)) return null
  return { pid, port: Number(lines[LINE.port]), ready: lines[LINE.state]?.trim() === 'ready' }
}

/** Starts a server that logs to `log`. It runs in its own session, so that Ctrl-C in a terminal does not reach it. */
export function spawnPostmaster(
  command: readonly string[],
  data: string,
  settings: Readonly<Record<string, string>>,
  log: string,
): Child {
  const [program = '', ...before] = command
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const output = openSync(log, sizeOf(log) > MAX_LOG_LENGTH ? 'w' : 'a', 0o600)
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

/** A new pid file is empty for some milliseconds, until its server writes to it. */
const WRITTEN_WITHIN_MS = 1_000

/**
 * Removes a pid file that is empty or whose id now belongs to another program, because PostgreSQL would not start
 * otherwise. Keeps the file of a server that is just starting, because that server would shut down without it.
 */
export async function removeStalePidFile(data: string): Promise<void> {
  const file = path.join(data, 'postmaster.pid')
  const judged = await readFile(file, 'utf8').catch(() => null)
  if (judged === null || (await postmasterOf(data)) !== null || isBeingWritten(file, judged)) return
  await removeIfUnchanged(file, judged)
}

function isBeingWritten(file: string, content: string): boolean {
  if (content.includes('\n')) return false
  const made_at = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
  return Date.now() - made_at < WRITTEN_WITHIN_MS
}

/** Requests a fast shutdown and waits for it; after `timeout_ms` milliseconds, requests an immediate shutdown. */
export async function stopPostmaster(data: string, pid: number, timeout_ms: number): Promise<void> {
  if ((await postmasterOf(data))?.pid !== pid) return
  const deadline = Date.now() + timeout_ms
  signal(pid, 'SIGINT')
  while (serves(pid, data) && isProcessAlive(pid)) {
    if (Date.now() > deadline) signal(pid, 'SIGQUIT')
    await pause(10)
  }
}

/**
 * PostgreSQL's working directory is its data folder, which on Linux distinguishes a server from a process that reuses
 * its id. Elsewhere any live process counts.
 */
function serves(pid: number, data: string): boolean {
  if (!isProcessAlive(pid)) return false
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
    // The process has already ended.
  }
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}
