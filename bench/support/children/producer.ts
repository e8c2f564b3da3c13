// A producer that never gives up an event: it sends each event with a fixed id to one API after another until an API
// responds with 201, and only then counts the event as accepted.
import { setTimeout as wait } from 'node:timers/promises'
import { Pool } from 'undici'
import { paced } from '../paced.ts'
import { orderPayload } from '../payload.ts'

export type ProducerOrder = {
  /** Base addresses of the APIs, ending in `/v2`. */
  base_urls: readonly string[]
  token: string
  organization_id: string
  store_id: string
  events: number
  /** Events per second. */
  rate: number
  /** Keys, used round-robin. */
  keys: readonly string[]
  /**
   * Number of resources per key, used round-robin. The next event of a resource is sent when its last one is accepted,
   * so that their order is known. Undefined: all events belong to one resource, without a known order.
   */
  resources?: number
  /** If true, waits as long as a 503 requests; otherwise a second at most. */
  heeds_retry_after?: boolean
}

/** Accepted events in order of acceptance; times are milliseconds since the epoch. */
export type ProducerReport = {
  ids: string[]
  keys: string[]
  resources: string[]
  accepted_at: number[]
  /** Requests without a 201. */
  refused: number
  /** The same by status, or by error if there was no response. */
  refusals: Record<string, number>
  given_up: number
}

const RESOURCE = 'b1'
const IN_FLIGHT = 256
const REQUEST_TIMEOUT_MS = 15_000
const FIRST_RETRY_MS = 100
const LAST_RETRY_MS = 1_000
/** An event that no API accepts for this long fails the run. */
const TIMEOUT_MS = 300_000

let isStopped = false
process.once('message', async (order: ProducerOrder) => {
  // A second message ends production.
  process.once('message', () => {
    isStopped = true
  })
  const report = await produce(order)
  process.send?.(report, () => process.exit(0))
})
process.send?.('ready')

async function produce(order: ProducerOrder): Promise<ProducerReport> {
  const payload = JSON.stringify(orderPayload(order.organization_id, order.store_id, RESOURCE))
  const report: ProducerReport = {
    ...{ ids: [], keys: [], resources: [], accepted_at: [] },
    ...{ refused: 0, refusals: {}, given_up: 0 },
  }
  const { send, close } = openSender(order)

  let offered = 0
  const counts = new Map<string, number>()
  const last = new Map<string, Promise<void>>()
  async function publish(): Promise<void> {
    const number = offered++
    const key = order.keys[number % order.keys.length] ?? ''
    if (order.resources === undefined) return offer(number, key, RESOURCE)
    const of_key = counts.get(key) ?? 0
    counts.set(key, of_key + 1)
    const resource = `${key}-${of_key % order.resources}`
    const offering = (last.get(resource) ?? Promise.resolve()).then(() => offer(number, key, resource))
    last.set(resource, offering)
    return offering
  }

  async function offer(number: number, key: string, resource: string): Promise<void> {
    const of_resource = resource === RESOURCE ? payload : payload.replaceAll(`"${RESOURCE}"`, `"${resource}"`)
    const body = `{"id":"chaos-${key}-${number}","triggered_by":"${key}","payload":${of_resource}}`
    const give_up_at = Date.now() + TIMEOUT_MS
    for (let pause = FIRST_RETRY_MS; Date.now() < give_up_at; pause = Math.min(2 * pause, LAST_RETRY_MS)) {
      const answer = await send(body)
      if (answer.id !== null) {
        report.ids.push(answer.id)
        report.keys.push(key)
        report.resources.push(resource)
        report.accepted_at.push(Date.now())
        return
      }
      report.refused += 1
      report.refusals[answer.why] = (report.refusals[answer.why] ?? 0) + 1
      // Jitter, so that requests rejected together do not return together.
      const requested = order.heeds_retry_after === true ? answer.retry_after_ms * (1 + Math.random()) : 0
      await wait(Math.max(pause, requested))
    }
    report.given_up += 1
  }

  await paced(publish, order.rate, () => offered < order.events && !isStopped)
  await close()
  return report
}

type Answer = { id: string } | { id: null; why: string; retry_after_ms: number }

function openSender({ base_urls, token }: ProducerOrder) {
  const apis = base_urls.map((base_url) => {
    const { origin, pathname } = new URL(`${base_url}/events`)
    const timeouts = { headersTimeout: REQUEST_TIMEOUT_MS, bodyTimeout: REQUEST_TIMEOUT_MS }
    return { pathname, pool: new Pool(origin, { connections: IN_FLIGHT / base_urls.length, ...timeouts }) }
  })
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  let turn = 0
  return {
    async send(body: string): Promise<Answer> {
      const api = apis[turn++ % apis.length]
      if (api === undefined) return { id: null, why: 'no API', retry_after_ms: 0 }
      try {
        const response = await api.pool.request({ method: 'POST', path: api.pathname, headers, body })
        const text = await response.body.text()
        if (response.statusCode === 201) return { id: JSON.parse(text).data[0].id }
        const retry_after_ms = Number(response.headers['retry-after'] ?? 0) * 1000
        return { id: null, why: String(response.statusCode), retry_after_ms }
      } catch (error) {
        return { id: null, why: error instanceof Error ? error.name : String(error), retry_after_ms: 0 }
      }
    },
    close: () => Promise.all(apis.map(({ pool }) => pool.destroy())),
  }
}
