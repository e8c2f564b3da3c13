import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { isProcessAlive } from '../../../src/disk/is-process-alive.ts'
import { postmasterOf } from '../../../src/embedded/postmaster.ts'
import { temporaryFolder } from '../../../test/support/folder.ts'
import { endChild } from '../child.ts'
import { program } from '../program.ts'

/**
 * Way to stop a server: after a checkpoint, at once, or by killing its first process. The last two need recovery at the
 * start.
 */
export type Stop = 'fast' | 'immediate' | 'kill'

/** A PostgreSQL for one bench that syncs every commit, keeps its address and can be stopped. */
export type Postgres = {
  url: string
  /** Stops the server for `down_ms`; resolves once it responds again. */
  restart(how: Stop, down_ms: number): Promise<void>
  close(): Promise<void>
}

const OPENER = program('test/support/database/embedded-opener.ts')
const SETTINGS = JSON.stringify({ max_connections: '200' })

export async function startPostgres(): Promise<Postgres> {
  const folder = await temporaryFolder('durable')
  let { opener, url } = await open(folder)
  return {
    url,
    async restart(how, down_ms) {
      await (how === 'fast' ? close(opener) : crash(opener, folder, how))
      await wait(down_ms)
      const again = await open(folder)
      opener = again.opener
      if (again.url !== url) throw new Error('PostgreSQL restarted at another address.')
    },
    async close() {
      await close(opener)
      await rm(folder, { recursive: true })
    },
  }
}

async function open(folder: string): Promise<{ opener: ChildProcess; url: string }> {
  const opener = fork(OPENER, [folder, SETTINGS], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const ended = once(opener, 'exit').then(() => Promise.reject(new Error('PostgreSQL does not start.')))
  ended.catch(() => {})
  const [{ url }] = await Promise.race([once(opener, 'message'), ended])
  return { opener, url }
}

async function close(opener: ChildProcess): Promise<void> {
  const ended = once(opener, 'exit')
  opener.send('close')
  await ended
}

/** Kills the opener, too, which would otherwise restart the server. */
async function crash(opener: ChildProcess, folder: string, how: 'immediate' | 'kill'): Promise<void> {
  const server = await postmasterOf(join(folder, 'postgres'))
  if (server === null) throw new Error('PostgreSQL is not running.')
  process.kill(server.pid, how === 'kill' ? 'SIGKILL' : 'SIGQUIT')
  await endChild(opener, 'SIGKILL')
  while (isProcessAlive(server.pid)) await wait(10)
}
