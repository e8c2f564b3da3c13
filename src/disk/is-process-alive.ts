import { readFileSync } from 'node:fs'
import { hasCode } from '../kernel/error-code.ts'

/** True if a process with this id is running, even if this user may not signal it; false for a zombie. */
export function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (!hasCode(error, 'EPERM')) return false
  }
  return !['Z', 'X', 'x'].includes(statOf(pid)?.[STATE] ?? '')
}

/** Fields of `/proc/PID/stat`, counted from after the program's name, which may contain anything. */
const STATE = 0
const STARTED_AT = 19

/** Identifies a running process for all time: by its id and, on Linux, its start time. */
export function nameOfProcess(pid: number): string {
  // Measured in ticks since boot.
  const started_at = statOf(pid)?.[STARTED_AT]
  return started_at === undefined ? String(pid) : `${pid} ${started_at}`
}

/** Returns null if there is no such file, as on systems other than Linux. */
function statOf(pid: number): string[] | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return null
  }
}
