import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, chown, mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { query } from '../../../../src/db/database.ts'
import { openDatabase } from '../../../../src/db/pool.ts'
import { temporaryFolder } from '../../folder.ts'
import { reservedPort } from '../../reserved-port.ts'
import { programOf } from '../debian.ts'
import {
  databaseStatements,
  etcdEnvironment,
  type Pace,
  type Place,
  patroniConfiguration,
  proxyConfiguration,
} from './files.ts'
import { keep, launch, signalAll, UNPRIVILEGED } from './processes.ts'

type Member = { name: string; role: string; state: string; lag?: number | 'unknown' }

/**
 * Three database machines, each with etcd and a PostgreSQL under Patroni, and an HAProxy in front of the primary: the
 * files of `examples/high-availability`, on loopback.
 */
export type Cluster = {
  /** Address of the database `tidings`, through HAProxy. */
  url: string
  /** Same for the standbys. */
  read_url: string
  /** Address for the superuser, through HAProxy. */
  superuser_url: string
  /**
   * Waits until a primary, a synchronous standby and another standby are running; returns their names in this order.
   */
  healthy(): Promise<[primary: string, synchronous: string, other: string]>
  members(): Promise<Member[]>
  /** Kills everything on the machine at once. */
  kill(name: string): Promise<void>
  start(name: string): Promise<void>
  freeze(name: string): Promise<void>
  /** Freezes only PostgreSQL until `thaw`. */
  stall(name: string): Promise<void>
  thaw(name: string): Promise<void>
  /** Configuration file of Patroni on the machine. */
  configuration(name: string): string
  patronictl(...args: readonly string[]): Promise<string>
  close(): Promise<void>
}

export type ClusterOptions = { kind: 'fast' | 'durable'; pace?: Pace }

const NAMES = ['db1', 'db2', 'db3']
const TIMEOUT_MS = 120_000
/** Each response costs Patroni some milliseconds of CPU. */
const POLL_MS = 300
const RUNNING = new Set(['running', 'streaming'])

type Programs = Record<'etcd' | 'patroni' | 'patronictl' | 'haproxy', string>

export async function startCluster({ kind, pace }: ClusterOptions): Promise<Cluster> {
  const programs = findPrograms()
  const folder = await temporaryFolder(kind)
  await chmod(folder, 0o755)
  const close = keep(folder)
  const [superuser, standbys, tidings] = [newSecret(), newSecret(), newSecret()]
  const secrets = { 'secret-of-the-superuser': superuser, 'secret-of-the-standbys': standbys }
  const { places, ports } = await layOut(folder)
  for (const place of places) await furnish(places, place, secrets, pace ?? null)
  await writeFile(path.join(folder, 'haproxy.cfg'), proxyConfiguration(places, ports))
  const proxied = (user: string, database: string, password: string, port = ports.primary) =>
    `postgres://${user}:${password}@127.0.0.1:${port}/${database}`
  const superuser_url = proxied('postgres', 'postgres', superuser)
  const find = (name: string) => places.find((place) => place.name === name) ?? failed(`There is no ${name}.`)
  const start = async (name: string) => startMachine(programs, find(name), places)
  const members = () => readMembers(places)
  try {
    await Promise.all(NAMES.map(start))
    await startProxy(programs, folder)
    const cluster: Cluster = {
      url: proxied('tidings', 'tidings', tidings),
      read_url: proxied('tidings', 'tidings', tidings, ports.standbys),
      superuser_url,
      healthy: () => whenHealthy(places),
      members,
      start,
      kill: (name) => signalAll(find(name).folder, 'SIGKILL'),
      freeze: (name) => signalAll(find(name).folder, 'SIGSTOP'),
      stall: (name) => signalAll(path.join(find(name).folder, 'postgres'), 'SIGSTOP'),
      thaw: (name) => signalAll(find(name).folder, 'SIGCONT'),
      configuration: (name) => path.join(find(name).folder, 'patroni.yml'),
      patronictl: (...args) => patronictl(programs, places, args),
      close,
    }
    await cluster.healthy()
    await makeDatabase(superuser_url, { 'secret-of-tidings': tidings })
    return cluster
  } catch (error) {
    await close()
    throw error
  }
}

function findPrograms(): Programs {
  programOf('postgresql-15', ['/usr/lib/postgresql/15/bin/postgres'])
  return {
    etcd: programOf('etcd-server', ['/usr/bin/etcd']),
    patroni: programOf('patroni', ['/usr/bin/patroni']),
    patronictl: programOf('patroni', ['/usr/bin/patronictl']),
    haproxy: programOf('haproxy', ['/usr/sbin/haproxy']),
  }
}

async function layOut(folder: string): Promise<{ places: Place[]; ports: { primary: number; standbys: number } }> {
  const ports = new Set<number>()
  while (ports.size < NAMES.length * 4 + 2) ports.add(await reservedPort())
  const [primary = 0, standbys = 0, ...others] = ports
  const places = NAMES.map((name, at): Place => {
    const [client = 0, peer = 0, api = 0, postgres = 0] = others.slice(at * 4)
    return { name, folder: path.join(folder, name), ports: { client, peer, api, postgres } }
  })
  return { places, ports: { primary, standbys } }
}

async function furnish(places: readonly Place[], place: Place, secrets: Record<string, string>, pace: Pace | null) {
  await mkdir(place.folder, { mode: 0o700 })
  await writeFile(path.join(place.folder, 'patroni.yml'), patroniConfiguration(places, place, secrets, pace))
  if (UNPRIVILEGED !== null) await chown(place.folder, UNPRIVILEGED.uid, UNPRIVILEGED.gid)
}

function newSecret(): string {
  return randomBytes(12).toString('hex')
}

async function startMachine(programs: Programs, place: Place, places: readonly Place[]): Promise<void> {
  const { folder } = place
  const base = { PATH: '/usr/bin:/bin', HOME: folder, LC_ALL: 'C.UTF-8' }
  const run = (program: string, args: readonly string[], env: NodeJS.ProcessEnv) => {
    const log = path.join(folder, `${path.basename(program)}.log`)
    launch(program, args, { folder, log, env: { ...base, ...env }, user: UNPRIVILEGED })
  }
  run(programs.etcd, [], etcdEnvironment(places, place))
  run(programs.patroni, ['patroni.yml'], {})
}

async function startProxy({ haproxy }: Programs, folder: string): Promise<void> {
  const place = path.join(folder, 'proxy')
  await mkdir(place)
  const args = ['-db', '-f', path.join(folder, 'haproxy.cfg')]
  launch(haproxy, args, { folder: place, log: path.join(place, 'haproxy.log'), env: {}, user: null })
}

async function makeDatabase(url: string, secrets: Record<string, string>): Promise<void> {
  const db = openDatabase({ url, connections: 1, onError: () => {} })
  const end = Date.now() + TIMEOUT_MS
  try {
    while (!(await query(db, 'select 1', []).then(Boolean, () => false))) {
      if (Date.now() > end) throw new Error('HAProxy reaches no primary.')
      await wait(POLL_MS)
    }
    for (const statement of databaseStatements(secrets)) await query(db, statement, [])
  } finally {
    await db.close()
  }
}

/** Members according to any machine that responds. */
async function readMembers(places: readonly Place[]): Promise<Member[]> {
  for (const { ports } of places) {
    const signal = AbortSignal.timeout(1_000)
    const response = await fetch(`http://127.0.0.1:${ports.api}/cluster`, { signal }).catch(() => null)
    const body = (await response?.json().catch(() => null)) as { members?: Member[] } | null | undefined
    if (body?.members !== undefined) return body.members
  }
  return []
}

async function whenHealthy(places: readonly Place[]): Promise<[string, string, string]> {
  const end = Date.now() + TIMEOUT_MS
  for (;;) {
    const members = await readMembers(places)
    const named = (role: string) => members.find((member) => member.role === role && RUNNING.has(member.state))?.name
    const [primary, synchronous, other] = [named('leader'), named('sync_standby'), named('replica')]
    if (primary !== undefined && synchronous !== undefined && other !== undefined) return [primary, synchronous, other]
    if (Date.now() > end)
      throw new Error(`The cluster is not healthy: ${JSON.stringify(members)}${await logsOf(places)}`)
    await wait(POLL_MS)
  }
}

async function logsOf(places: readonly Place[]): Promise<string> {
  const tails = places.flatMap(({ name, folder }) =>
    ['etcd', 'patroni'].map(async (program) => {
      const output = await readFile(path.join(folder, `${program}.log`), 'utf8').catch(() => '')
      return `\n${name} ${program}: ${output.slice(-2_000)}`
    }),
  )
  return (await Promise.all(tails)).join('')
}

/** Runs patronictl as an operator would on a machine. */
async function patronictl({ patronictl: program }: Programs, places: readonly Place[], args: readonly string[]) {
  const folder = places[0]?.folder ?? ''
  const env = { PATH: '/usr/bin:/bin', HOME: folder, LC_ALL: 'C.UTF-8' }
  const { stdout } = await promisify(execFile)(program, ['-c', path.join(folder, 'patroni.yml'), ...args], { env })
  return stdout
}

function failed(message: string): never {
  throw new Error(message)
}
