// How much slower healthy integrations become when a neighbour hangs, floods, has a million retries parked, or when somebody
// leaves a transaction open: p99 from accepting to receiving, each beside a quiet phase right before it in the same run.
// node bench/fairness.ts [--seconds 20] [--rate 500] [--processes api,deliveries] [--only hang,flood,parked,open_transaction]
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { closedEndpoint, hangingEndpoint, openTransaction, parkRetries } from './support/burden.ts'
import { ask } from './support/child.ts'
import type { LoadOrder, LoadReport } from './support/load.ts'
import { benchKey } from './support/payload.ts'
import { setStage } from './support/stage.ts'
import { getToken, makeTenant, type Tenant } from './support/tenant.ts'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '20' },
    /** Events a second for the healthy integrations. */
    rate: { type: 'string', default: '500' },
    processes: { type: 'string', default: 'api,deliveries' },
    only: { type: 'string', default: 'hang,flood,parked,open_transaction' },
    parked: { type: 'string', default: '1000000' },
    'open-seconds': { type: 'string', default: '60' },
  },
})
const seconds = Number(values.seconds)
const rate = Number(values.rate)
const HEALTHY = 50
const FLOODING = 10
/** nginx writes its log once a second. */
const LOG_MS = 1_500

const stage = await setStage({ integrations: HEALTHY, processes: values.processes.split(' ') })
const burdens: Record<string, () => Promise<number>> = { hang, flood, parked, open_transaction }
const alone: number[] = []
const figures: Record<string, number> = {}
try {
  await healthy(3)
  for (const [name, burdened] of Object.entries(burdens)) {
    if (!values.only.split(',').includes(name)) continue
    const quiet = await healthy(seconds)
    const p99 = await burdened()
    alone.push(quiet)
    figures[`${name}_p99_ms`] = p99
    figures[`${name}_ratio`] = Number((p99 / quiet).toFixed(2))
    console.log(`${name}: p99 ${quiet} ms alone, ${p99} ms burdened`)
  }
  alone.sort((a, b) => a - b)
  console.log(JSON.stringify({ alone_p99_ms: alone[Math.floor(alone.length / 2)], ...figures }))
} finally {
  await stage.close()
}

async function hang(): Promise<number> {
  const endpoint = await hangingEndpoint()
  const tenant = await makeTenant(stage.env, 'hanging', [{ url: endpoint.url, observes: [benchKey(0)] }])
  const p99 = await beside(load(tenant, { integrations: 1, rate }), seconds)
  await endpoint.end()
  return p99
}

async function flood(): Promise<number> {
  const endpoints = Array.from({ length: FLOODING }, (_, index) => ({
    url: stage.receiver.url,
    observes: [benchKey(index)],
  }))
  const tenant = await makeTenant(stage.env, 'flooding', endpoints)
  return beside(
    load(tenant, { integrations: FLOODING, rate: null, batch: 100, concurrency: 24, sample_every: 1e9 }),
    seconds,
  )
}

async function parked(): Promise<number> {
  const tenant = await makeTenant(stage.env, 'parked', [{ url: await closedEndpoint(), observes: [benchKey(0)] }])
  await parkRetries(String(stage.env.DATABASE_URL), tenant, Number(values.parked))
  return healthy(seconds)
}

async function open_transaction(): Promise<number> {
  const transaction = await openTransaction(String(stage.env.DATABASE_URL))
  const p99 = await healthy(Number(values['open-seconds']))
  await transaction.end()
  return p99
}

/** Healthy load beside another load that begins two seconds before it and ends after it. */
async function beside(other: Promise<LoadOrder>, duration: number): Promise<number> {
  const offering = ask<LoadOrder, LoadReport>('load.ts', { ...(await other), seconds: duration + 4 })
  await new Promise((resolve) => setTimeout(resolve, 2_000))
  const p99 = await healthy(duration)
  const { accepted, refused } = await offering
  console.log(`the neighbour: ${accepted} accepted, ${refused} refused`)
  return p99
}

/** Offers load to the healthy integrations alone; the 99th percentile from sending to arrival, in milliseconds. */
async function healthy(duration: number): Promise<number> {
  await stage.receiver.clear()
  const order: LoadOrder = { ...(await load(stage, { integrations: HEALTHY, rate })), seconds: duration }
  const { sent, answered_ms } = await ask<LoadOrder, LoadReport>('load.ts', order)
  await new Promise((resolve) => setTimeout(resolve, LOG_MS))
  const arrived = new Map((await stage.receiver.arrivals()).map(({ id, time }) => [id, time]))
  const latencies = Object.entries(sent).map(([id, sent_at]) => (arrived.get(id) ?? Number.POSITIVE_INFINITY) - sent_at)
  const told = [0.5, 0.9, 0.99].map((share) => `${quantile(answered_ms, share)}/${quantile(latencies, share)}`)
  console.log(`answered/received p50 ${told[0]} p90 ${told[1]} p99 ${told[2]} ms, load ${loadavg()[0]?.toFixed(1)}`)
  return quantile(latencies, 0.99)
}

function quantile(times: readonly number[], share: number): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? 0
}

type Publisher = Pick<Tenant, 'organization_id' | 'store_id' | 'client_id' | 'client_secret'>

async function load(
  { organization_id, store_id, ...key }: Publisher,
  more: Pick<LoadOrder, 'integrations' | 'rate'> & Partial<LoadOrder>,
): Promise<LoadOrder> {
  const { base_url } = stage
  const token = await getToken(base_url, key)
  return { base_url, token, organization_id, store_id, seconds, batch: 1, concurrency: 64, sample_every: 1, ...more }
}
