import { spawnSync } from 'node:child_process'
import { appendFile, chmod, chown, mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { query } from '../../../src/db/database.ts'
import { openDatabase } from '../../../src/db/pool.ts'
import { eventually } from '../app.ts'
import { temporaryFolder } from '../folder.ts'
import { reservedPort } from '../reserved-port.ts'
import { programOf } from './debian.ts'
import { keep, launch, signalAll, UNPRIVILEGED } from './high-availability/processes.ts'

/** A PostgreSQL and a streaming standby; all clients are superusers. */
export type Replicated = {
  primary_url: string
  standby_url: string
  /** Signals the processes of the standby. */
  signal(signal: NodeJS.Signals): Promise<void>
  start(): Promise<void>
  log(): Promise<string>
  close(): Promise<void>
}

const SETTINGS = {
  listen_addresses: "'127.0.0.1'",
  unix_socket_directories: "''",
  fsync: 'off',
  full_page_writes: 'off',
  max_connections: '60',
  autovacuum: 'off',
  // Short, so that streaming to a frozen standby resumes soon.
  wal_sender_timeout: '2s',
  wal_receiver_timeout: '2s',
  wal_retrieve_retry_interval: '100ms',
}

export async function startReplicated(): Promise<Replicated> {
  const postgres = programOf('postgresql-15', ['/usr/lib/postgresql/15/bin/postgres'])
  const folder = await temporaryFolder('fast')
  await chmod(folder, 0o755)
  const close = keep(folder)
  const [first = 0, second = 0] = [await reservedPort(), await reservedPort()]
  const run = (program: string, args: readonly string[]) => runAlone(path.join(path.dirname(postgres), program), args)
  const places = await Promise.all(['primary', 'standby'].map((name) => makePlace(folder, name)))
  const [primary = '', standby = ''] = places
  const urlOf = (port: number) => `postgres://postgres@127.0.0.1:${port}/postgres`
  const start = async (place: string, port: number) => {
    const args = ['-D', place, '-p', String(port)]
    launch(postgres, args, { folder: place, log: `${place}.log`, env: { LC_ALL: 'C.UTF-8' }, user: UNPRIVILEGED })
    await eventually(() => responds(urlOf(port)), Boolean)
  }
  try {
    run('initdb', [
      '-D',
      primary,
      '-U',
      'postgres',
      '-A',
      'trust',
      '-N',
      '--no-instructions',
      '-E',
      'UTF8',
      '--locale',
      'C',
    ])
    const settings = Object.entries(SETTINGS).map(([name, value]) => `${name} = ${value}\n`)
    await appendFile(path.join(primary, 'postgresql.conf'), settings.join(''))
    await start(primary, first)
    run('pg_basebackup', ['-d', urlOf(first), '-D', standby, '-R', '-N', '-c', 'fast', '-X', 'stream'])
    await start(standby, second)
  } catch (error) {
    await close()
    throw error
  }
  return {
    primary_url: urlOf(first),
    standby_url: urlOf(second),
    signal: (signal) => signalAll(standby, signal),
    start: () => start(standby, second),
    log: () => readFile(`${standby}.log`, 'utf8'),
    close,
  }
}

async function makePlace(folder: string, name: string): Promise<string> {
  const place = path.join(folder, name)
  await mkdir(place, { mode: 0o700 })
  if (UNPRIVILEGED !== null) await chown(place, UNPRIVILEGED.uid, UNPRIVILEGED.gid)
  return place
}

function runAlone(program: string, args: readonly string[]): void {
  const { status, stderr } = spawnSync(program, [...args], { ...UNPRIVILEGED, encoding: 'utf8', cwd: '/' })
  if (status !== 0) throw new Error(`${program} failed: ${stderr}`)
}

async function responds(url: string): Promise<boolean> {
  const db = openDatabase({ url, connections: 1, timeout_ms: 1_000, onError: () => {} })
  return query(db, 'select 1', [])
    .then(Boolean, () => false)
    .finally(() => db.close())
}
