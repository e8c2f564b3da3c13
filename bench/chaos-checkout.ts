// Checks that a checkout is all or nothing: shoppers fill carts and check out while API processes are killed at random
// moments and PostgreSQL crashes once. Then compares orders, events, stock, purchases and idempotency keys. Ends with
// one line of JSON; exits with 1 on any mismatch.
// node bench/chaos-checkout.ts [--checkouts 2000] [--kills 20] [--seed 1]

import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { freePort } from '../src/app/address/port.ts'
import { query } from '../src/db/database.ts'
import { openDatabase } from '../src/db/pool.ts'
import { openClient } from '../test/support/app.ts'
import { createAssortment, publish } from '../test/support/store/catalogs.ts'
import { expectStatus } from '../test/support/store/shop.ts'
import { type Faults, findContradictions, findWrongResponses, selectSold } from './support/checkout-books.ts'
import { endChild, requestReport, startChild } from './support/child.ts'
import type { Receipts } from './support/children/receiver.ts'
import { randomFrom } from './support/failures/disturb.ts'
import { fleetEnv, startFleet } from './support/fleet.ts'
import { startPostgres } from './support/servers/postgres.ts'
import { type CheckoutReport, shop } from './support/shoppers.ts'
import { makeTenant } from './support/tenant.ts'

const { values } = parseArgs({
  options: {
    checkouts: { type: 'string', default: '2000' },
    kills: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
  },
})
const checkouts = Number(values.checkouts)
const kills = Number(values.kills)
const random = randomFrom(Number(values.seed))

const PRODUCTS = 20
/** Units in stock per product, about three quarters of the demand. One more product is not tracked. */
const UNITS = Math.ceil((checkouts * 3) / PRODUCTS)
const SESSIONS = 4
const POSTGRES_DOWN_MS = 500
/** Maximum delay of a kill after the checkout that triggers it. */
const MAX_DELAY_MS = 40
/** Committed orders must arrive within this time after the last checkout. */
const SETTLE_TIMEOUT_MS = 60_000

const started = performance.now()
const postgres = await startPostgres()
const receiver = await startChild('receiver.ts')
const env = { ...fleetEnv(postgres.url), TIDINGS_TOKEN_LIMIT: '0' }
const url = await requestReport<string>(receiver, 'url')
const tenant = await makeTenant(env, 'chaos-checkout', [{ url: `${url}/orders`, observes: ['order.created'] }])
const ports = [await freePort('127.0.0.1'), await freePort('127.0.0.1')]
const origins = ports.map((port) => `http://127.0.0.1:${port}`)
const apis = ports.map((port, index) => ({ name: `api-${index}`, parts: 'api', env: { ...env, PORT: String(port) } }))
const fleet = startFleet([...apis, { name: 'worker', parts: 'deliveries', env }])
const db = openDatabase({ url: postgres.url, connections: 2, onError: () => {} })
let failed = true
try {
  await fleet.ready()
  failed = await run()
} finally {
  await fleet.close()
  await endChild(receiver)
  await db.close()
  await postgres.close()
}
process.exitCode = failed ? 1 : 0

async function run(): Promise<boolean> {
  const store = await enableCheckout()
  const mishaps = plan()
  const under: Promise<void>[] = []
  const onCheckout = (done: number) => {
    while ((mishaps[0]?.after ?? Number.POSITIVE_INFINITY) <= done) under.push(mishaps.shift()?.strike() ?? wait(0))
  }
  const shopping = performance.now()
  const report = await shop({ ...store, origins, checkouts, random, onCheckout })
  const seconds_of_shopping = (performance.now() - shopping) / 1000
  await Promise.all(under)
  await fleet.ready()
  const undelivered = await settle()
  const sold = await selectSold(db, tenant.store_id)
  const faults: Faults = {
    ...(await findContradictions(db, { store_id: tenant.store_id, units: UNITS })),
    ...findWrongResponses(report, sold),
    undelivered,
    crashes: fleet.crashes(),
  }
  for (const line of report.wrong.slice(0, 20)) console.log(line)
  printReport(report, { orders: sold.length, seconds_of_shopping, faults })
  return Object.values(faults).some((count) => count !== 0)
}

function printReport(
  report: CheckoutReport,
  more: { orders: number; seconds_of_shopping: number; faults: Faults },
): void {
  const { orders, seconds_of_shopping, faults } = more
  const metrics = {
    checkouts,
    orders,
    short: report.short,
    found_done: report.found_done.size,
    replayed: report.replayed,
    unanswered: report.unanswered,
    kills,
    postgres_restarts: 1,
    ...faults,
    seconds_of_shopping: round(seconds_of_shopping),
    seconds: round((performance.now() - started) / 1000),
  }
  console.log(JSON.stringify(metrics))
}

/** Publishes a catalog with stock, and creates shoppers and a seller. */
async function enableCheckout() {
  const { organization_id, store_id } = tenant
  const api = { origin: String(origins[0]) }
  const ids = { organization_id, store_id }
  const seller = await openClient(api, ids, tenant, 'client_credentials')
  const shoppers = await Promise.all(Array.from({ length: SESSIONS }, () => openClient(api, ids, tenant, 'implicit')))
  expectStatus(await seller.put('/v2/gateways/manual', { data: { type: 'gateway', enabled: true } }), 200)
  const skus = Array.from({ length: PRODUCTS + 1 }, (_, index) => [`LAMP-${index}`, 100 * (index + 1)])
  const assortment = await createAssortment(seller, Object.fromEntries(skus))
  await publish(seller, assortment.catalog)
  const product_ids = [...assortment.skus.values()]
  for (const id of product_ids.slice(1))
    expectStatus(await seller.post(`/v2/inventories/${id}`, { data: { quantity: UNITS } }), 201)
  return { product_ids, seller_token: seller.token, shopper_tokens: shoppers.map(({ token }) => token) }
}

type Mishap = { after: number; strike: () => Promise<void> }

/** Spreads the kills over the run, with the PostgreSQL crash in the middle. */
function plan(): Mishap[] {
  const mishaps: Mishap[] = Array.from({ length: kills }, (_, index) => {
    const after = Math.floor(checkouts * (0.02 + (0.93 * (index + random())) / kills))
    const [late, pick, down] = [random(), random(), random()]
    return { after, strike: () => killOne({ after_ms: late * MAX_DELAY_MS, pick, down_ms: 50 + 450 * down }) }
  })
  mishaps.push({
    after: Math.floor(checkouts * 0.5),
    strike: async () => {
      console.log('PostgreSQL crashes')
      await postgres.restart('immediate', POSTGRES_DOWN_MS)
    },
  })
  return mishaps.sort((one, other) => one.after - other.after)
}

type Kill = { after_ms: number; pick: number; down_ms: number }

async function killOne({ after_ms, pick, down_ms }: Kill): Promise<void> {
  await wait(after_ms)
  const up = () => fleet.up().filter((name) => name !== 'worker')
  while (up().length === 0) await wait(10)
  const name = up()[Math.floor(pick * up().length)]
  if (name === undefined) return
  console.log(`${((performance.now() - started) / 1000).toFixed(1)} s: ${name} is killed`)
  fleet.kill(name, down_ms)
}

/** Waits until the receiver has every order; returns the number still missing at the timeout. */
async function settle(): Promise<number> {
  const end = performance.now() + SETTLE_TIMEOUT_MS
  for (;;) {
    const { paths } = await requestReport<Receipts>(receiver, 'receipts')
    const received = new Set(paths['/orders']?.ids)
    const rows = await query<{ id: string }>(
      db,
      `select id from events where owner_id = $1 and triggered_by = 'order.created'`,
      [tenant.store_id],
    )
    const missing = rows.filter(({ id }) => !received.has(id)).length
    if (missing === 0 || performance.now() > end) return missing + (received.size - rows.length + missing)
    await wait(100)
  }
}

function round(value: number): number {
  return Number(value.toFixed(1))
}
