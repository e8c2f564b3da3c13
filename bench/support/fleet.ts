import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { endChild, startChild } from './child.ts'

/** A supervised Tidings process. `parts` as in `tidings.ts`. */
export type Member = { name: string; parts: string; env: NodeJS.ProcessEnv }

/** Environment of processes whose database has outages. */
export function fleetEnv(database_url: string): NodeJS.ProcessEnv {
  return {
    ...process.env,
    DATABASE_URL: database_url,
    TIDINGS_ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    TIDINGS_ALLOW_NETWORKS: '127.0.0.0/8',
    // Errors are silenced, because each request that fails during an outage logs an error with its stack.
    TIDINGS_LOG_LEVEL: process.env.TIDINGS_LOG_LEVEL ?? 'fatal',
    // Same as in `bin/tidings.js`: starting costs a third less.
    NODE_COMPILE_CACHE: join(tmpdir(), 'tidings-bench-compiled'),
  }
}

/** Tidings processes under a supervisor that restarts those that end. */
export type Fleet = {
  /** Names of processes that run and are not suspended. */
  up(): string[]
  /** Sends SIGKILL, and restarts the process after `down_ms`. */
  kill(name: string, down_ms: number): void
  suspend(name: string, for_ms: number): Promise<void>
  /** Number of processes that ended unexpectedly after they had started. */
  crashes(): number
  ready(): Promise<void>
  close(): Promise<void>
}

type Kept = Member & { child: ChildProcess | null; down_ms: number; killed: boolean; suspended: boolean }

/** Delay before the next attempt to start a process, for example while the database is down. */
const RESTART_MS = 500
const POLL_MS = 50

export function startFleet(members: readonly Member[]): Fleet {
  const supervised: Kept[] = members.map((member) => ({
    ...member,
    child: null,
    down_ms: RESTART_MS,
    killed: false,
    suspended: false,
  }))
  let closing = false
  let crashes = 0

  async function keep(member: Kept): Promise<void> {
    while (!closing) {
      const child = await startChild('tidings.ts', [member.parts], member.env).catch(() => null)
      member.child = child
      if (child !== null && closing) await endChild(child)
      if (child !== null && child.exitCode === null && child.signalCode === null) await once(child, 'exit')
      member.child = null
      if (child !== null && !member.killed && !closing) {
        crashes += 1
        console.error(`${member.name} exited unexpectedly: ${child.exitCode ?? child.signalCode}`)
      }
      if (!closing) await wait(member.killed ? member.down_ms : RESTART_MS)
      Object.assign(member, { killed: false, suspended: false })
    }
  }

  const keeping = supervised.map(keep)
  const find = (name: string) => supervised.find((member) => member.name === name)
  const isUp = ({ child, killed, suspended }: Kept) => child !== null && !killed && !suspended
  return {
    up: () => supervised.filter(isUp).map(({ name }) => name),
    kill(name, down_ms) {
      const member = find(name)
      if (member?.child == null) return
      Object.assign(member, { killed: true, down_ms })
      member.child.kill('SIGKILL')
    },
    async suspend(name, for_ms) {
      const member = find(name)
      const child = member?.child
      if (member === undefined || child == null) return
      member.suspended = true
      child.kill('SIGSTOP')
      await wait(for_ms)
      child.kill('SIGCONT')
      member.suspended = false
    },
    crashes: () => crashes,
    async ready() {
      while (!supervised.every(isUp)) await wait(POLL_MS)
    },
    async close() {
      closing = true
      await Promise.all(supervised.map(({ child }) => child && endChild(child)))
      await Promise.all(keeping)
    },
  }
}
