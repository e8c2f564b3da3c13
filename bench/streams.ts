// Measures live streams of deliveries: batches at full speed, alternately without and with readers.
// node bench/streams.ts [--rate 1000] [--seconds 10] [--rounds 4] [--readers 20] [--integrations 100] [--processes
// 'api,deliveries']
// A rate sends requests of 20 events at that rate instead, because on a busy machine only the CPU of equal loads is
// comparable. Needs nginx and wrk (Debian: nginx-light, wrk). Ends with one line of JSON: ratios of all rounds with
// readers to those without.
import { get } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { ask } from './support/child.ts'
import type { LoadOrder, LoadReport } from './support/children/load.ts'
import { flood } from './support/flood.ts'
import { allLogged, countEvents, countLogs } from './support/logged.ts'
import { cpuOfPostgres } from './support/postgres-cpu.ts'
import { type Stage, setStage } from './support/stage.ts'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '10' },
    rounds: { type: 'string', default: '4' },
    readers: { type: 'string', default: '20' },
    integrations: { type: 'string', default: '100' },
    rate: { type: 'string', default: '0' },
    processes: { type: 'string', default: 'api,deliveries' },
  },
})
const [seconds, rounds, readers, integrations] = [
  values.seconds,
  values.rounds,
  values.readers,
  values.integrations,
].map(Number) as [number, number, number, number]
const rate = Number(values.rate)
const processes = values.processes.split(' ')

const UNTIL_KNOWN_MS = 3_000

type Played = { delivered: number; seconds: number; cpu_us: number; postgres_us: number; shown: number }

const stage = await setStage({ integrations, processes, env: { NODE_OPTIONS: '--max-old-space-size=1000' } })
try {
  const cpuOfDatabase = await cpuOfPostgres(stage.db)
  await play(stage, 0, cpuOfDatabase)
  const [without, watched]: [Played[], Played[]] = [[], []]
  for (let round = 0; round < rounds; round++) {
    // The order alternates, because tables grow.
    const order = round % 2 === 0 ? [without, watched] : [watched, without]
    for (const played of order) played.push(await play(stage, played === watched ? readers : 0, cpuOfDatabase))
  }
  const [before, after] = [sum(without), sum(watched)]
  console.log(
    JSON.stringify({
      readers,
      delivered_per_s: Math.round(before.delivered / before.seconds),
      throughput: ratio(after.delivered / after.seconds, before.delivered / before.seconds),
      cpu_per_delivery: ratio(after.cpu_us / after.delivered, before.cpu_us / before.delivered),
      postgres_per_delivery: ratio(after.postgres_us / after.delivered, before.postgres_us / before.delivered),
      cpu_ms_per_s: Math.round((after.cpu_us / after.seconds - before.cpu_us / before.seconds) / 1_000),
      postgres_ms_per_s: Math.round((after.postgres_us / after.seconds - before.postgres_us / before.seconds) / 1_000),
      shown_per_reader_and_s: Math.round(after.shown / readers / after.seconds),
    }),
  )
} finally {
  await stage.close()
}

async function play(stage: Stage, count: number, cpuOfDatabase: () => Promise<number>): Promise<Played> {
  const streams = await Promise.all(Array.from({ length: count }, () => openStream(stage)))
  // Every worker knows the readers by then.
  if (count > 0) await wait(UNTIL_KNOWN_MS)
  const [logs, usage, database_ms] = [await countLogs(stage.db), await stage.usage(), await cpuOfDatabase()]
  const { base_url, token, organization_id, store_id } = stage
  const started = performance.now()
  const load = { base_url, token, organization_id, store_id, integrations, seconds, batch: 100 }
  if (rate === 0) await flood({ ...load, concurrency: 8 * processes.length })
  else await ask<LoadOrder, LoadReport>('load.ts', { ...load, batch: 20, concurrency: 64, rate, sample_every: 1_000 })
  const took = await allLogged(stage.db, logs + 1, started)
  const delivered = (await countLogs(stage.db)) - logs
  const after = await stage.usage()
  const played = {
    delivered,
    seconds: took,
    cpu_us: after.cpu_us - usage.cpu_us,
    postgres_us: ((await cpuOfDatabase()) - database_ms) * 1000,
    shown: streams.reduce((all, stream) => all + stream.shown(), 0),
  }
  for (const stream of streams) stream.close()
  console.log(
    `${count} readers: ${Math.round(delivered / took)}/s, ${Math.round(played.cpu_us / delivered)} us of CPU/delivery, ` +
      `${Math.round(played.postgres_us / delivered)} in PostgreSQL, ${played.shown} shown, ${await countEvents(stage.db)} events`,
  )
  return played
}

function openStream({ base_url, token }: Stage): Promise<{ shown(): number; close(): void }> {
  const headers = { authorization: `Bearer ${token}`, accept: 'text/event-stream' }
  let shown = 0
  return new Promise((resolve, reject) => {
    const request = get(`${base_url}/deliveries/stream`, { headers }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`Opening a stream returned ${response.statusCode}`))
      response.setEncoding('latin1').on('data', (text: string) => {
        shown += text.split('event: delivery').length - 1
      })
      response.on('error', () => {})
      resolve({ shown: () => shown, close: () => request.destroy() })
    })
    request.on('error', () => {})
  })
}

function sum(all: readonly Played[]): Played {
  return all.reduce((one, other) => ({
    delivered: one.delivered + other.delivered,
    seconds: one.seconds + other.seconds,
    cpu_us: one.cpu_us + other.cpu_us,
    postgres_us: one.postgres_us + other.postgres_us,
    shown: one.shown + other.shown,
  }))
}

function ratio(one: number, other: number): number {
  return Number((one / other).toFixed(3))
}
