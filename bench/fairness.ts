// Measures how much slower healthy integrations become if a neighbor hangs, floods, or has a million parked retries, or
// if a transaction stays open: p99 from acceptance to receipt, compared with quiet phases of the same run, as medians
// of the rounds.
// node bench/fairness.ts [--seconds 20] [--rounds 3] [--rate 500] [--processes api,deliveries]
// [--only hang,flood,parked,open_transaction]
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { type Burden, closedEndpoint, hangingEndpoint, openTransaction, parkRetries } from './support/burden.ts'
import { ask } from './support/child.ts'
import type { LoadOrder, LoadReport } from './support/children/load.ts'
import { commitsDuring } from './support/commits.ts'
import { benchKey } from './support/payload.ts'
import { median, quantile } from './support/quantile.ts'
import { setStage } from './support/stage.ts'
import { getToken, makeTenant, type Tenant } from './support/tenant.ts'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '20' },
    rounds: { type: 'string', default: '3' },
    /** Events per second for the healthy integrations. */
    rate: { type: 'string', default: '500' },
    processes: { type: 'string', default: 'api,deliveries' },
    only: { type: 'string', default: 'hang,flood,parked,open_transaction' },
    parked: { type: 'string', default: '1000000' },
  },
})
const seconds = Number(values.seconds)
const rounds = Number(values.rounds)
const rate = Number(values.rate)
const HEALTHY = 50
const FLOODING = 10
/** nginx writes its log once a second. */
const LOG_MS = 1_500

const stage = await setStage({ integrations: HEALTHY, processes: values.processes.split(' ') })
/** Two situations. With `begin`, the second one lasts from then on and is measured after all rounds of the first. */
type Comparison = {
  quietly(): Promise<number>
  burdened(): Promise<number>
  begin?(): Promise<void>
  end?(): Promise<void>
}
const comparisons: Record<string, () => Promise<Comparison>> = { hang, flood, parked, open_transaction }
const alone: number[] = []
const metrics: Record<string, number> = {}
try {
  await healthy(3)
  for (const [name, comparison] of Object.entries(comparisons)) {
    if (!values.only.split(',').includes(name)) continue
    const { quiet, burdened } = await compare(await comparison())
    alone.push(quiet)
    metrics[`${name}_p99_ms`] = burdened
    metrics[`${name}_ratio`] = Number((burdened / quiet).toFixed(2))
    console.log(`${name}: p99 ${quiet} ms alone, ${burdened} ms burdened`)
  }
  console.log(JSON.stringify({ alone_p99_ms: median(alone), ...metrics }))
} finally {
  await stage.close()
}

async function compare({ quietly, burdened, begin, end }: Comparison): Promise<{ quiet: number; burdened: number }> {
  const quiet: number[] = []
  const loaded: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    quiet.push(await quietly())
    if (begin === undefined) loaded.push(await burdened())
  }
  await begin?.()
  while (loaded.length < rounds) loaded.push(await burdened())
  await end?.()
  return { quiet: median(quiet), burdened: median(loaded) }
}

/** Both situations offer the neighbor the same load; only its endpoint's behavior differs. */
async function hang(): Promise<Comparison> {
  const hanging = await hangingEndpoint()
  const neighbour = (name: string, url: string) => makeTenant(stage.env, name, [{ url, observes: [benchKey(0)] }])
  const answers = await neighbour('responding', stage.receiver.url)
  const hangs = await neighbour('hanging', hanging.url)
  return {
    quietly: () => beside(load(answers, { integrations: 1, rate })),
    burdened: () => beside(load(hangs, { integrations: 1, rate })),
    end: () => hanging.end(),
  }
}

async function flood(): Promise<Comparison> {
  const endpoints = Array.from({ length: FLOODING }, (_, index) => ({
    url: stage.receiver.url,
    observes: [benchKey(index)],
  }))
  const tenant = await makeTenant(stage.env, 'flooding', endpoints)
  const flooding = { integrations: FLOODING, rate: null, batch: 100, concurrency: 24, sample_every: 1e9 }
  return { quietly: () => healthy(seconds), burdened: () => beside(load(tenant, flooding)) }
}

async function parked(): Promise<Comparison> {
  const tenant = await makeTenant(stage.env, 'parked', [{ url: await closedEndpoint(), observes: [benchKey(0)] }])
  return {
    quietly: () => healthy(seconds),
    begin: () => parkRetries(String(stage.env.DATABASE_URL), tenant, Number(values.parked)),
    burdened: () => healthy(seconds),
  }
}

/** One transaction for all rounds: with three rounds of 20 seconds it is open for a minute. */
async function open_transaction(): Promise<Comparison> {
  let open: Burden | null = null
  return {
    quietly: () => healthy(seconds),
    begin: async () => {
      open = await openTransaction(String(stage.env.DATABASE_URL))
    },
    burdened: () => healthy(seconds),
    end: async () => open?.end(),
  }
}

/** Runs the healthy load during another load, which starts two seconds earlier and ends later. */
async function beside(other: Promise<LoadOrder>): Promise<number> {
  const offering = ask<LoadOrder, LoadReport>('load.ts', { ...(await other), seconds: seconds + 4 })
  await new Promise((resolve) => setTimeout(resolve, 2_000))
  const p99 = await healthy(seconds)
  const { accepted, refused } = await offering
  console.log(`the neighbor: ${accepted} accepted, ${refused} refused`)
  return p99
}

/** Loads only the healthy integrations; returns the p99 from sending to arrival, in milliseconds. */
async function healthy(duration: number): Promise<number> {
  await stage.receiver.clear()
  const order: LoadOrder = { ...(await load(stage, { integrations: HEALTHY, rate })), seconds: duration }
  const offering = ask<LoadOrder, LoadReport>('load.ts', order)
  const [{ sent, answered_ms }, commit_p99] = await Promise.all([offering, commitsDuring(stage.db, offering)])
  await new Promise((resolve) => setTimeout(resolve, LOG_MS))
  const arrived = new Map((await stage.receiver.arrivals()).map(({ id, time }) => [id, time]))
  const latencies = Object.entries(sent).map(([id, sent_at]) => (arrived.get(id) ?? Number.POSITIVE_INFINITY) - sent_at)
  const percentiles = [0.5, 0.9, 0.99].map((share) => `${quantile(answered_ms, share)}/${quantile(latencies, share)}`)
  const machine = `a commit of one row p99 ${commit_p99.toFixed(0)} ms, load ${loadavg()[0]?.toFixed(1)}`
  console.log(`answered/received p50 ${percentiles[0]} p90 ${percentiles[1]} p99 ${percentiles[2]} ms, ${machine}`)
  return quantile(latencies, 0.99)
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
