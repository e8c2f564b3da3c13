import { readdir, readFile } from 'node:fs/promises'
import { type Database, query } from '../../src/db/database.ts'

/** Milliseconds per tick in `/proc`; Linux always has 100 per second. */
const TICK_MS = 10

/**
 * Returns a function that reads the total CPU used by all processes of a PostgreSQL on this machine, in milliseconds.
 */
export async function cpuOfPostgres(db: Database): Promise<() => Promise<number>> {
  const [row] = await query<{ data_directory: string }>(db, 'show data_directory', [])
  const postmaster = (await readFile(`${row?.data_directory}/postmaster.pid`, 'utf8')).split('\n')[0] ?? ''
  return async () => {
    const pids = (await readdir('/proc')).filter((name) => /^[0-9]+$/.test(name))
    const all = await Promise.all(pids.map(ticksOf))
    const own = all.filter((each) => each !== null && (each.pid === postmaster || each.parent === postmaster))
    return own.reduce((sum, each) => sum + (each?.ticks ?? 0), 0) * TICK_MS
  }
}

/** Ticks used by a process and its ended children; null if it is gone. See proc_pid_stat(5). */
async function ticksOf(pid: string): Promise<{ pid: string; parent: string; ticks: number } | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // The second field, the name, may contain anything, so fields are counted after its closing parenthesis.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [parent = '', used] = [fields[1], fields.slice(11, 15)]
  return stat === '' ? null : { pid, parent, ticks: used.reduce((sum, each) => sum + Number(each), 0) }
}
