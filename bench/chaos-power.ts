// `npm run chaos -- --power`: cuts the power of a disk at several moments of a first start, and under load. Tidings
// must start again each time without losing an accepted event. Ends with one line of JSON.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '../src/app/address/port.ts'
import { query } from '../src/db/database.ts'
import { openDatabase } from '../src/db/pool.ts'
import { ask, endChild, requestReport, startChild } from './support/child.ts'
import type { ProducerOrder, ProducerReport } from './support/children/producer.ts'
import type { Receipts } from './support/children/receiver.ts'
import { benchKey } from './support/payload.ts'
import { openPowerDisk, type PowerDisk, whatIsMissing } from './support/servers/power-disk.ts'
import { startWire, type Wire } from './support/servers/wire.ts'
import { getToken, makeTenant } from './support/tenant.ts'

const BIN = fileURLToPath(new URL('../bin/tidings.js', import.meta.url))
/** Seconds until a power cut during a first start. A file system may write content half a minute after its name. */
const FIRST_STARTS = [0.5, 1, 3, 5, 12, 28, 40]
/** Seconds until a power cut under load. */
const UNDER_LOAD = [8, 19, 30]
const RATE = 300
const EVENTS = RATE * 40
const KEYS = [benchKey(0), benchKey(1)]
const START_TIMEOUT_MS = 60_000
const SETTLE_TIMEOUT_MS = 90_000

/** True if an event was lost, or a start failed. */
export async function cutPower(): Promise<boolean> {
  const missing = await whatIsMissing()
  if (missing !== null) {
    console.error(missing)
    return true
  }
  const first_starts: FirstStart[] = []
  for (const seconds of FIRST_STARTS) {
    first_starts.push(await cutFirstStart(seconds))
    console.log(`first start: ${JSON.stringify(first_starts.at(-1))}`)
  }
  const load = await cutUnderLoad()
  const failed_starts = first_starts.filter(({ failure }) => failure !== null).length + load.failed_starts
  console.log(JSON.stringify({ power_cuts: FIRST_STARTS.length + UNDER_LOAD.length, ...load, failed_starts }))
  return failed_starts + load.lost + load.stuck + load.given_up > 0
}

type FirstStart = { cut_after_s: number; was_running: boolean; failure: string | null }

async function cutFirstStart(seconds: number): Promise<FirstStart> {
  const disk = await openPowerDisk()
  try {
    const first = await start(['start'], disk)
    await wait(seconds * 1000)
    const was_running = first.isRunning()
    await cut(disk, first)
    await disk.mend()
    const second = await start(['start'], disk)
    const failure = await second
      .running()
      .then(() => null)
      .catch((error: Error) => error.message)
    await endChild(second.child)
    return { cut_after_s: seconds, was_running, failure }
  } finally {
    await disk.close()
  }
}

type Started = { child: ChildProcess; isRunning(): boolean; running(): Promise<void> }

/** Starts Tidings with its data on the disk. A PostgreSQL of its own is killed with the disk. */
async function start(command: readonly string[], disk: PowerDisk, env: NodeJS.ProcessEnv = {}): Promise<Started> {
  const own = { TIDINGS_DATA: join(disk.folder, 'data'), PORT: '0', DATABASE_URL: '', ...env }
  const child = spawn(process.execPath, [BIN, ...command], { env: { ...process.env, ...own }, stdio: 'pipe' })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)))
  const isRunning = () => /is running\. Ctrl-C ends it|"msg":"started"/.test(output)
  return {
    child,
    isRunning,
    async running() {
      const end = Date.now() + START_TIMEOUT_MS
      while (!isRunning()) {
        if (child.exitCode !== null || Date.now() > end)
          throw new Error(`Tidings did not start: ${output.slice(-1_000)}`)
        await wait(50)
      }
    },
  }
}

async function cut(disk: PowerDisk, { child }: Started): Promise<void> {
  const ended = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : null
  const cutting = disk.cut()
  child.kill('SIGKILL')
  await Promise.all([cutting, ended])
}

async function cutUnderLoad() {
  const disk = await openPowerDisk()
  const receiver = await startChild('receiver.ts')
  const url = await requestReport<string>(receiver, 'url')
  const wire = await startWire(url)
  try {
    const port = await freePort('127.0.0.1')
    const env = {
      TIDINGS_DATA: join(disk.folder, 'data'),
      PORT: String(port),
      DATABASE_URL: '',
      TIDINGS_ALLOW_NETWORKS: '127.0.0.0/8',
      TIDINGS_RETRY_SCHEDULE: '1,1,1,1,2,2,2,2,2,5,5,5,5,5,5',
    }
    const endpoints = [
      { url: `${url}/0`, observes: KEYS.slice(0, 1) },
      { url: new URL('/1', wire.url).href, observes: KEYS.slice(1) },
    ]
    const tenant = await makeTenant(env, 'power', endpoints)
    let server = await start(['serve', '--work'], disk, env)
    await server.running()
    const base_url = `http://127.0.0.1:${port}/v2`
    const { organization_id, store_id } = tenant
    const token = await getToken(base_url, tenant)
    const order = { base_urls: [base_url], token, organization_id, store_id, events: EVENTS, rate: RATE, keys: KEYS }
    const producing = ask<ProducerOrder, ProducerReport>('producer.ts', order)
    const began = Date.now()
    const flapping = flap(wire, producing)
    let failed_starts = 0
    for (const seconds of UNDER_LOAD) {
      await wait(Math.max(0, began + seconds * 1000 - Date.now()))
      await cut(disk, server)
      await disk.mend()
      server = await start(['serve', '--work'], disk, env)
      failed_starts += await server
        .running()
        .then(() => 0)
        .catch(failedStart)
    }
    const produced = await producing
    await flapping
    const stuck = await settle(env.TIDINGS_DATA)
    const receipts = await requestReport<Receipts>(receiver, 'receipts')
    await endChild(server.child)
    return { ...account(produced, receipts), stuck, failed_starts }
  } finally {
    await wire.close()
    await endChild(receiver)
    await disk.close()
  }
}

function failedStart(error: Error): number {
  console.log(error.message)
  return 1
}

/** Freezes one of the receivers for a second and then disconnects it, over and over until production ends. */
async function flap(wire: Wire, producing: Promise<unknown>): Promise<void> {
  let isOver = false
  const over = producing.finally(() => {
    isOver = true
  })
  while (!isOver) {
    await wait(2_000)
    wire.stall()
    await wait(1_000)
    wire.cut()
  }
  wire.resume()
  await over
}

/** Waits until all jobs are finished; returns the number of unfinished jobs at the timeout. */
async function settle(data: string): Promise<number> {
  const [port, password] = await Promise.all(
    ['postgres.port', 'postgres.password'].map(async (name) => (await readFile(join(data, name), 'utf8')).trim()),
  )
  const url = `postgres://tidings:${password}@127.0.0.1:${port}/postgres`
  const db = openDatabase({ url, connections: 1, onError: () => {} })
  const text = `select count(*) as count from jobs where next_at is not null or worker_id is not null or status <> 'succeeded'`
  const end = Date.now() + SETTLE_TIMEOUT_MS
  try {
    for (;;) {
      const [row] = await query<{ count: number }>(db, text, [])
      if (row?.count === 0 || Date.now() > end) return row?.count ?? 0
      await wait(200)
    }
  } finally {
    await db.close()
  }
}

function account({ ids, keys, refused, given_up }: ProducerReport, { paths, repeated_at }: Receipts) {
  const received = KEYS.map((_, index) => new Set(paths[`/${index}`]?.ids))
  const lost = ids.filter((id, at) => !received[KEYS.indexOf(keys[at] ?? '')]?.has(id)).length
  return { accepted: ids.length, lost, duplicates: repeated_at.length, refused, given_up }
}
