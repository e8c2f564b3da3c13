// Measures how long one tenant waits for the database while another sends more expensive concurrent requests than there
// are connections. Ends with one line of JSON; exits with 1 if the modest tenant's median exceeds a fifth of the greedy
// tenant's.
// node bench/neighbors.ts [--customers 30000] [--requests 150] [--seconds 15]
import { parseArgs } from 'node:util'
import { freePort } from '../src/app/address/port.ts'
import { query } from '../src/db/database.ts'
import { openDatabase } from '../src/db/pool.ts'
import { fleetEnv, startFleet } from './support/fleet.ts'
import { quantile } from './support/quantile.ts'
import { startPostgres } from './support/servers/postgres.ts'
import { getToken, makeTenant } from './support/tenant.ts'

const { values } = parseArgs({
  options: {
    customers: { type: 'string', default: '30000' },
    requests: { type: 'string', default: '150' },
    seconds: { type: 'string', default: '15' },
  },
})
const MAX_RATIO = 0.2

const postgres = await startPostgres()
const env = fleetEnv(postgres.url)
const tenants = [await makeTenant(env, 'greedy', []), await makeTenant(env, 'modest', [])] as const
const port = await freePort('127.0.0.1')
const fleet = startFleet([{ name: 'api', parts: 'api', env: { ...env, PORT: String(port) } }])
const db = openDatabase({ url: postgres.url, connections: 2, onError: () => {} })
try {
  await fleet.ready()
  const base_url = `http://127.0.0.1:${port}/v2`
  const [greedy, modest] = await Promise.all(tenants.map((tenant) => getToken(base_url, tenant)))
  await post(greedy, { type: 'customer', name: 'First', email: 'first@example.com' })
  await post(modest, { type: 'customer', name: 'Only', email: 'only@example.com' })
  await copyCustomer(tenants[0].store_id)
  const costly = () => timed(greedy, '/customers?filter=like(name,*nobody*)&page[limit]=100')
  const cheap = () => timed(modest, '/customers')
  const alone = await collect(cheap, 2)
  const flood = Array.from({ length: Number(values.requests) }, () => collect(costly, Number(values.seconds)))
  const beside = await collect(cheap, Number(values.seconds))
  const ofGreedy = (await Promise.all(flood)).flat()
  const ratio = quantile(beside, 0.5) / quantile(ofGreedy, 0.5)
  const metrics = {
    modest_alone: p(alone),
    modest_beside: p(beside),
    greedy: p(ofGreedy),
    ratio: Number(ratio.toFixed(3)),
  }
  console.log(JSON.stringify(metrics))
  process.exitCode = ratio > MAX_RATIO ? 1 : 0

  async function timed(token: string | undefined, path: string): Promise<number> {
    const began = performance.now()
    const response = await fetch(`${base_url}${path}`, { headers: { authorization: `Bearer ${token}` } })
    await response.arrayBuffer()
    if (response.status !== 200) throw new Error(`${path} returned ${response.status}.`)
    return performance.now() - began
  }

  async function post(token: string | undefined, data: object): Promise<void> {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const response = await fetch(`${base_url}/customers`, { method: 'POST', headers, body: JSON.stringify({ data }) })
    if (response.status !== 201) throw new Error(`Creating a customer returned ${response.status}.`)
  }
} finally {
  await fleet.close()
  await db.close()
  await postgres.close()
}

async function copyCustomer(store_id: string): Promise<void> {
  await query(
    db,
    `insert into customers
     select (jsonb_populate_record(one, jsonb_build_object('id', gen_random_uuid(), 'email', number || '@example.com'))).*
       from (select customers from customers where owner_id = $1 limit 1) as first (one), generate_series(1, $2) as number`,
    [store_id, Number(values.customers)],
  )
  await query(db, 'analyze customers', [])
}

/** Durations of consecutive requests in milliseconds. */
async function collect(request: () => Promise<number>, seconds: number): Promise<number[]> {
  const until = performance.now() + seconds * 1_000
  const times: number[] = []
  while (performance.now() < until) times.push(await request())
  return times
}

/** Percentiles in milliseconds. */
function p(times: number[]) {
  return { requests: times.length, p50: Math.round(quantile(times, 0.5)), p99: Math.round(quantile(times, 0.99)) }
}
