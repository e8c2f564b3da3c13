import { readFileSync } from 'node:fs'
import { hasCode } from '../kernel/error-code.ts'

/** Whether a process of this number runs, also one that this user may not signal. */
export function processLives(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return hasCode(error, 'EPERM')
  }
}

/** The name of a running process that no later one has: the number, on Linux with the time of its start. */
export function nameOfProcess(pid: number): string {
  const started_at = startOf(pid)
  return started_at === null ? String(pid) : `${pid} ${started_at}`
}

/** In ticks since the start of the machine: field 22, counted from behind the program's name, which may hold anything. */
function startOf(pid: number): string | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')[19] ?? null
  } catch {
    return null
  }
}
