import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { freePort } from '../../../src/app/address/port.ts'
import { query } from '../../../src/db/database.ts'
import { openDatabase } from '../../../src/db/pool.ts'
import { temporaryFolder } from '../folder.ts'
import { TIMEOUT_MS } from '../timeout.ts'
import { programOf } from './debian.ts'

/** A PgBouncer in transaction mode in front of a server. */
export type Pooler = {
  /** Address of the same database through the pooler. */
  through(url: string): string
  close(): Promise<void>
}

/** Server connections per database, far fewer than a single process would open. */
export const POOL_SIZE = 5
const UNPRIVILEGED_UID = 65_534

/** Starts a pooler on a free port of 127.0.0.1, for every database of the server at `url`. */
export async function startPgBouncer(url: string): Promise<Pooler> {
  const program = programOf('pgbouncer', ['/usr/sbin/pgbouncer'])
  const folder = await temporaryFolder('fast')
  const server = new URL(url)
  const port = await freePort('127.0.0.1')
  const configuration = path.join(folder, 'pgbouncer.ini')
  await writeFile(configuration, settings(server, port, folder))
  await writeFile(path.join(folder, 'users.txt'), `"${server.username}" "${decodeURIComponent(server.password)}"\n`)
  await chmod(folder, 0o755)
  // PgBouncer refuses to run as root.
  const user = process.getuid?.() === 0 ? { uid: UNPRIVILEGED_UID, gid: UNPRIVILEGED_UID } : {}
  if ('uid' in user) await chown(path.join(folder, 'users.txt'), UNPRIVILEGED_UID, UNPRIVILEGED_UID)
  const child = spawn(program, ['-q', configuration], { stdio: ['ignore', 'ignore', 'inherit'], cwd: folder, ...user })
  const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`PgBouncer ended with code ${code}.`)))
  ended.catch(() => {})
  const through = (direct: string) => Object.assign(new URL(direct), { hostname: '127.0.0.1', port: String(port) }).href
  await Promise.race([ended, responding(through(url))])
  return {
    through,
    async close() {
      child.kill('SIGINT')
      await ended.catch(() => {})
      await rm(folder, { recursive: true })
    },
  }
}

function settings({ hostname, port: server_port, username }: URL, port: number, folder: string): string {
  return `[databases]
* = host=${hostname} port=${server_port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${path.join(folder, 'users.txt')}
pool_mode = transaction
default_pool_size = ${POOL_SIZE}
max_client_conn = 500
stats_users = ${username}
log_connections = 0
log_disconnections = 0
`
}

async function responding(url: string): Promise<void> {
  const deadline = Date.now() + TIMEOUT_MS
  const db = openDatabase({ url, connections: 1, onError: () => {} })
  try {
    for (;;) {
      const response = await query(db, 'select 1', []).catch((error: unknown) => error)
      if (Array.isArray(response)) return
      if (Date.now() > deadline) throw response
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  } finally {
    await db.close()
  }
}
