// The load generator: publishes events over HTTP for some seconds, and reports accepted events and send times.
import { Pool } from 'undici'
import { paced } from '../paced.ts'
import { publishBodies } from '../payload.ts'

export type LoadOrder = {
  base_url: string
  token: string
  organization_id: string
  store_id: string
  seconds: number
  /** Number of keys, each observed by one integration. */
  integrations: number
  batch: number
  /** Concurrent requests if `rate` is null. */
  concurrency: number
  /** Events per second; null for full speed. */
  rate: number | null
  /**
   * Interval of timed requests, because reading every response of a flood would make the load generator the bottleneck.
   */
  sample_every: number
}

export type LoadReport = {
  accepted: number
  refused: number
  seconds: number
  /** Send time of each sampled event's request, in milliseconds since the epoch. */
  sent: Record<string, number>
  /** Response times of these requests, in milliseconds. */
  answered_ms: number[]
}

/** Excluded from timing, because this process still compiles its code and connects. */
const WARM_UP_MS = 1_000

process.once('message', async (order: LoadOrder) => {
  const report = await offer(order)
  process.send?.(report, () => process.exit(0))
})
process.send?.('ready')

async function offer(order: LoadOrder): Promise<LoadReport> {
  const { origin, pathname } = new URL(`${order.base_url}/events`)
  const pool = new Pool(origin, { connections: Math.max(order.concurrency, 64) })
  const bodies = publishBodies(order)
  const headers = { authorization: `Bearer ${order.token}`, 'content-type': 'application/json' }
  const report: LoadReport = { accepted: 0, refused: 0, seconds: 0, sent: {}, answered_ms: [] }
  let samples = 0
  let turn = 0

  async function publish(): Promise<void> {
    const body = bodies[turn++ % bodies.length] ?? ''
    const sent_at = Date.now()
    const response = await pool.request({ method: 'POST', path: pathname, headers, body })
    const sampled = response.statusCode === 201 && sent_at >= timed_from && samples++ % order.sample_every === 0
    if (sampled) {
      report.sent[JSON.parse(await response.body.text()).data[0].id] = sent_at
      report.answered_ms.push(Date.now() - sent_at)
    } else await response.body.dump()
    if (response.statusCode === 201) report.accepted += order.batch
    else {
      report.refused += order.batch
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }

  const timed_from = Date.now() + WARM_UP_MS
  const started = performance.now()
  const end = started + order.seconds * 1000
  if (order.rate === null) {
    const keepOn = async () => {
      while (performance.now() < end) await publish()
    }
    await Promise.all(Array.from({ length: order.concurrency }, keepOn))
  } else await paced(publish, order.rate / order.batch, () => performance.now() < end)
  report.seconds = (performance.now() - started) / 1000
  await pool.close()
  return report
}
