import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../../../src/app/address/port.ts'
import { query } from '../../../src/db/database.ts'
import { openDatabase } from '../../../src/db/pool.ts'
import type { Cluster } from '../../../test/support/servers/high-availability/cluster.ts'
import { endChild, requestReport, startChild } from '../child.ts'
import type { ProducerOrder, ProducerReport } from '../children/producer.ts'
import type { Receipts } from '../children/receiver.ts'
import { fleetEnv, startFleet } from '../fleet.ts'
import { benchKey } from '../payload.ts'
import { settle } from '../settle.ts'
import { getToken, makeTenant } from '../tenant.ts'
import { FAILOVERS, type Failover } from './failovers.ts'

export type FailoverOptions = {
  /** Events per second. */
  rate: number
  failovers: readonly Failover[]
  freeze_ms: number
  report: (line: string) => void
}

export type FailoverMetrics = {
  accepted: number
  /** Number of events in the table of the final primary. */
  stored: number
  received: number
  /** Accepted events that are missing in the table or at the receiver. */
  lost: number
  twice: number
  twice_share: number
  stuck: number
  given_up: number
  /** Number of restarts of Tidings processes that ended. */
  restarted: number
  /** Responses other than 201, by status. */
  refusals: Record<string, number>
  /** Seconds by failover, in order of time. */
  longest_without_a_201: Record<string, number[]>
}

const KEYS = Array.from({ length: 5 }, (_, index) => benchKey(index))
/** Pause between failovers, so that their gaps do not merge. */
const PAUSE_MS = 3_000

/** Publishes to two `serve --work` while machines of the database fail, and compares accepted with received events. */
export async function playFailovers(cluster: Cluster, options: FailoverOptions): Promise<FailoverMetrics> {
  const receiver = await startChild('receiver.ts')
  const url = await requestReport<string>(receiver, 'url')
  const env = fleetEnv(cluster.url)
  const tenant = await makeTenant(env, 'failover', [{ url: `${url}/0`, observes: KEYS }])
  const ports = [await freePort('127.0.0.1'), await freePort('127.0.0.1')]
  const members = ports.map((port) => ({ name: `${port}`, parts: 'api,deliveries', env: { ...env, PORT: `${port}` } }))
  const fleet = startFleet(members)
  const producer = await startChild('producer.ts')
  const db = openDatabase({ url: cluster.url, connections: 2, onError: () => {} })
  try {
    await fleet.ready()
    const base_urls = ports.map((port) => `http://127.0.0.1:${port}/v2`)
    const { organization_id, store_id } = tenant
    const token = await getToken(String(base_urls[0]), tenant)
    const order = { base_urls, token, organization_id, store_id, events: Number.MAX_SAFE_INTEGER, keys: KEYS }
    const producing = requestReport<ProducerReport>(producer, {
      ...order,
      rate: options.rate,
      heeds_retry_after: true,
    } satisfies ProducerOrder)
    const windows = await play(cluster, options)
    producer.send('stop')
    const produced = await producing
    const stuck = await settle(db)
    const receipts = await requestReport<Receipts>(receiver, 'receipts')
    return {
      ...(await account(produced, receipts, (ids) => countStored(db, ids))),
      stuck,
      given_up: produced.given_up,
      restarted: fleet.crashes(),
      refusals: produced.refusals,
      longest_without_a_201: longestGaps(produced.accepted_at, windows),
    }
  } finally {
    await endChild(producer, 'SIGKILL')
    await fleet.close()
    await endChild(receiver)
    await db.close()
  }
}

type Window = { failover: Failover; from: number; to: number }

async function play(cluster: Cluster, { failovers, freeze_ms, report }: FailoverOptions): Promise<Window[]> {
  const windows: Window[] = []
  const began = Date.now()
  await wait(PAUSE_MS)
  for (const failover of failovers) {
    await cluster.healthy()
    const from = Date.now()
    report(`${Math.round((from - began) / 1000)} s: ${failover}`)
    await FAILOVERS[failover](cluster, freeze_ms)
    await cluster.healthy()
    await wait(PAUSE_MS)
    windows.push({ failover, from, to: Date.now() })
  }
  return windows
}

async function countStored(db: Parameters<typeof query>[0], ids: readonly string[]): Promise<number> {
  const [row] = await query<{ count: number }>(db, 'select count(*) as count from events where id = any($1::uuid[])', [
    ids,
  ])
  return row?.count ?? 0
}

async function account(
  { ids }: ProducerReport,
  { paths, repeated_at }: Receipts,
  count: (ids: readonly string[]) => Promise<number>,
) {
  const received = new Set(paths['/0']?.ids)
  const stored = await count(ids)
  const arrived = ids.filter((id) => received.has(id)).length
  return {
    accepted: ids.length,
    stored,
    received: arrived,
    lost: ids.length - Math.min(arrived, stored),
    twice: repeated_at.length,
    twice_share: Number((repeated_at.length / Math.max(1, ids.length)).toFixed(5)),
  }
}

function longestGaps(accepted_at: readonly number[], windows: readonly Window[]): Record<string, number[]> {
  const times = accepted_at.toSorted((one, other) => one - other)
  const gaps: Record<string, number[]> = {}
  for (const { failover, from, to } of windows) {
    let longest = 0
    for (const [at, time] of times.entries()) {
      const before = times[at - 1]
      if (before !== undefined && time > from && before < to) longest = Math.max(longest, time - before)
    }
    gaps[failover] = [...(gaps[failover] ?? []), Number((longest / 1000).toFixed(1))]
  }
  return gaps
}
