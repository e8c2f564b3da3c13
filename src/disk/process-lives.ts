import { readFileSync } from 'node:fs'
import { hasCode } from '../kernel/error-code.ts'

/** True if a process of this number runs, also one that this user may not signal; false for one that only waits to be reaped. */
export function processLives(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (!hasCode(error, 'EPERM')) return false
  }
  return !['Z', 'X', 'x'].includes(statOf(pid)?.[STATE] ?? '')
}

/** Fields of `/proc/PID/stat`, counted from behind the program's name, which may hold anything. */
const STATE = 0
const STARTED_AT = 19

/** The name of a running process that no later one has: the number, on Linux with the time of its start. */
export function nameOfProcess(pid: number): string {
  // In ticks since the start of the machine.
  const started_at = statOf(pid)?.[STARTED_AT]
  return started_at === undefined ? String(pid) : `${pid} ${started_at}`
}

/** Null where there is no such file, as on other systems than Linux. */
function statOf(pid: number): string[] | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return null
  }
}
