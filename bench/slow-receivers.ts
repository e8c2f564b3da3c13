// Checks that the concurrency of an integration follows its receiver: bursts for receivers that handle one request at a
// time, 1, 3 and 10 per second, even after the sender has gone. Ends with one line of JSON; exits with 1 if an attempt
// timed out, an event was handled twice, or a burst took a fifth longer than its receiver needs.
// node bench/slow-receivers.ts [--events 200] [--rates 1,3,10]
import { parseArgs } from 'node:util'
import { freePort } from '../src/app/address/port.ts'
import { query } from '../src/db/database.ts'
import { openDatabase } from '../src/db/pool.ts'
import { serialReceiver } from '../test/support/servers/serial-receiver.ts'
import { fleetEnv, startFleet } from './support/fleet.ts'
import { benchKey, orderPayload } from './support/payload.ts'
import { startPostgres } from './support/servers/postgres.ts'
import { settle } from './support/settle.ts'
import { getToken, makeTenant } from './support/tenant.ts'

const { values } = parseArgs({
  options: { events: { type: 'string', default: '200' }, rates: { type: 'string', default: '1,3,10' } },
})
const events = Number(values.events)
const rates = values.rates.split(',').map(Number)
const MAX_RATIO = 1.2
const POLL_MS = 100

const postgres = await startPostgres()
const receivers = await Promise.all(rates.map((rate) => serialReceiver(1 / rate)))
const env = fleetEnv(postgres.url)
const tenant = await makeTenant(
  env,
  'slow',
  receivers.map(({ url }, index) => ({ url, observes: [benchKey(index)] })),
)
const port = await freePort('127.0.0.1')
const fleet = startFleet([{ name: 'both', parts: 'api,deliveries', env: { ...env, PORT: String(port) } }])
const db = openDatabase({ url: postgres.url, connections: 2, onError: () => {} })
try {
  await fleet.ready()
  const base_url = `http://127.0.0.1:${port}/v2`
  const token = await getToken(base_url, tenant)
  const began = performance.now()
  const metrics = await Promise.all(rates.map((rate, index) => burst(base_url, token, rate, index, began)))
  await settle(db)
  const failed = await query<{ failed: number }>(db, 'select count(*) as failed from logs where not succeeded', [])
  console.log(JSON.stringify({ receivers: metrics, failed_attempts: failed[0]?.failed ?? 0 }))
  const isBad = metrics.some(({ twice, ratio }) => twice > 0 || ratio > MAX_RATIO)
  process.exitCode = isBad || (failed[0]?.failed ?? 0) > 0 ? 1 : 0
} finally {
  await fleet.close()
  await Promise.all(receivers.map(({ close }) => close()))
  await db.close()
  await postgres.close()
}

/** Publishes a burst in one request; returns its duration divided by the time that its receiver needs. */
async function burst(base_url: string, token: string, rate: number, index: number, began: number) {
  const payload = orderPayload(tenant.organization_id, tenant.store_id, 'b1')
  const body = JSON.stringify(Array.from({ length: events }, () => ({ triggered_by: benchKey(index), payload })))
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const { status } = await fetch(`${base_url}/events`, { method: 'POST', headers, body })
  if (status !== 201) throw new Error(`Publishing returned ${status}.`)
  const handled = receivers[index]?.handled ?? new Map<string, number>()
  while (handled.size < events) await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  const seconds = (performance.now() - began) / 1_000
  const twice = [...handled.values()].filter((times) => times > 1).length
  const most_at_once = receivers[index]?.most_at_once()
  return {
    rate,
    seconds: Number(seconds.toFixed(1)),
    ratio: Number(((seconds * rate) / events).toFixed(2)),
    twice,
    most_at_once,
  }
}
