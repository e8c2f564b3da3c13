import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Answered, Client } from '../../support/app.ts'
import { lawRuns } from '../../support/measures/law-runs.ts'
import { openSharedStage, type Stage } from '../../support/stage.ts'
import {
  amountOf,
  type Command,
  command,
  type Entry,
  expectedOf,
  isPaidInFull,
  type OrderReport,
  paymentOf,
  pickEntry,
  quoteOf,
  statusOf,
  story,
} from '../../support/store/order-model.ts'
import { act, type Emitted, expectStatus, makeOrder, pay, putOrder } from '../../support/store/shop.ts'

// A failure prints its seed and path; replay it with TIDINGS_ORDER_SEED=… TIDINGS_ORDER_PATH=…. Longer run:
// LAW_RUNS=100 npx vitest run --project database test/journeys/store/order-laws.test.ts
const { TIDINGS_ORDER_SEED, TIDINGS_ORDER_PATH } = process.env
const RUNS = lawRuns(10)
/** Time limit for shrinking a failure. */
const SHRINKS_FOR_MS = 90_000
const RUN_MS = 3_000
const parameters = {
  numRuns: RUNS,
  interruptAfterTimeLimit: RUNS * RUN_MS + SHRINKS_FOR_MS,
  markInterruptAsFailure: true,
  ...(TIDINGS_ORDER_SEED !== undefined && { seed: Number(TIDINGS_ORDER_SEED) }),
  ...(TIDINGS_ORDER_PATH !== undefined && { path: TIDINGS_ORDER_PATH }),
}
const timeout = 2 * parameters.interruptAfterTimeLimit

let stage: Stage
let seller: Client
/** Id of the newest event that was read. */
let last: string
beforeAll(async () => {
  stage = await openSharedStage()
  seller = (await stage.tenant()).store
  const gateway = { data: { type: 'gateway', enabled: true } }
  expectStatus(await seller.put('/v2/gateways/sandbox', gateway), 200)
  const { body } = await seller.get('/v2/events?sort=-id&page[limit]=1')
  last = body.data[0].id
})
afterAll(() => stage.close())

/** Events since the last call. */
async function emitted(): Promise<Emitted[]> {
  const path = `/v2/events?sort=id&page[limit]=100&page[total_method]=observed&filter=gt(id,${last})`
  const events: Emitted[] = expectStatus(await seller.get(path), 200).body.data
  last = events.at(-1)?.id ?? last
  return events
}

const keysOf = (events: readonly Emitted[]) => events.map(({ triggered_by }) => triggered_by)

async function look(id: string): Promise<OrderReport> {
  const [order, ledger] = await Promise.all([
    seller.get(`/v2/orders/${id}`),
    seller.get(`/v2/orders/${id}/transactions?sort=id&page[limit]=100`),
  ])
  const { data } = expectStatus(order, 200).body
  const { with_tax, authorized, paid, refunded } = data.meta.display_price
  type Listed = Entry & { relationships: { parent?: { data: { id: string } } } }
  const listed: Listed[] = expectStatus(ledger, 200).body.data
  return {
    ...data,
    version: Number(order.headers.get('etag')?.replaceAll('"', '')),
    total: with_tax.amount,
    metrics: { authorized: authorized.amount, captured: paid.amount, refunded: refunded.amount },
    entries: listed.map((entry) => ({ ...entry, parent_id: entry.relationships.parent?.data.id ?? null })),
  }
}

function ask(id: string, request: Command, report: OrderReport): Promise<Answered> {
  const named = 'pick' in request ? (pickEntry(request, report)?.id ?? randomUUID()) : ''
  const money = 'part' in request && {
    amount: amountOf(request.part, report.total),
    // Later than any test, so that only commands decide.
    options: { outcome: request.outcome, after_seconds: 3600 },
  }
  switch (request.do) {
    case 'pay':
      return pay(seller, id, { method: request.method, ...money })
    case 'capture':
    case 'refund':
      return act(seller, id, named, request.do, { ...money })
    case 'void':
      return act(seller, id, named, 'cancel')
    case 'confirm':
      return act(seller, id, named, 'confirm', { outcome: request.outcome })
    case 'fulfil':
      return putOrder(seller, id, { shipping: 'fulfilled' })
    case 'cancel':
      return putOrder(seller, id, { status: 'cancelled' })
    case 'anonymize':
      return seller.post('/v2/orders/anonymize', { data: { order_ids: [id] } })
    case 'reword':
      return putOrder(seller, id, { external_ref: request.word })
  }
}

/** Invariants of every order; `past` lists its events so far. */
function expectBalanced(report: OrderReport, past: readonly string[]): void {
  const metrics = quoteOf(report.entries)
  expect(report.metrics).toEqual(metrics)
  expect(report.payment).toBe(paymentOf(report.total, metrics))
  expect(metrics.authorized).toBeGreaterThanOrEqual(0)
  expect(metrics.refunded).toBeGreaterThanOrEqual(0)
  expect(metrics.captured - metrics.refunded).toBeGreaterThanOrEqual(0)
  expect(metrics.authorized + metrics.captured).toBeLessThanOrEqual(report.total)
  for (const { id, captured_amount, refunded_amount, amount, transaction_type } of report.entries) {
    const taken = report.entries.filter(({ parent_id, status }) => parent_id === id && status === 'complete')
    const total = taken.reduce((sum, one) => sum + one.amount, 0)
    expect([captured_amount, refunded_amount]).toEqual(transaction_type === 'authorize' ? [total, 0] : [0, total])
    expect(total).toBeLessThanOrEqual(amount)
  }
  const cancelled = past.includes('order.cancelled')
  expect(report.status).toBe(statusOf(report, { cancelled }))
  expect(past.includes('order.paid')).toBe(isPaidInFull(report.total, report.entries))
  expect(report.shipping).toBe(past.includes('order.fulfilled') ? 'fulfilled' : 'unfulfilled')
  for (const once of ['order.created', 'order.paid', 'order.fulfilled', 'order.cancelled'])
    expect(past.filter((key) => key === once).length).toBeLessThanOrEqual(1)
  expect(past.includes('order.fulfilled') && cancelled).toBe(false)
}

const total = fc.oneof(fc.constantFrom(0, 1, 2), fc.integer({ min: 3, max: 100_000 }))

async function anOrder(amount: number): Promise<{ id: string; past: string[]; report: OrderReport }> {
  await emitted()
  const { id } = await makeOrder(seller, amount)
  return { id, past: keysOf(await emitted()), report: await look(id) }
}

test('any sequence of requests keeps order states in line with the ledger, and emits the listed events', {
  timeout,
}, async () => {
  const holds = fc.asyncProperty(total, story, async (amount, list) => {
    const { id, past, report: initial } = await anOrder(amount)
    expectBalanced(initial, past)
    let before = initial
    for (const request of list) {
      const response = await ask(id, request, before)
      const events = await emitted()
      const after = await look(id)
      const enters = after.entries.slice(before.entries.length).map((entry) => entry.amount)
      const done = { accepted: response.status < 300, emits: keysOf(events), enters }
      expect({ request, ...done }).toEqual({ request, ...expectedOf(request, before) })
      const updates = done.emits.filter((key) => key === 'order.updated').length
      expect(after.version).toBe(before.version + updates)
      expect(updates).toBe(done.emits.some((key) => key.startsWith('order.')) ? 1 : 0)
      if (!done.accepted) expect([response.status >= 400 && response.status < 500, after]).toEqual([true, before])
      for (const { triggered_by, resource_version, payload } of events) {
        if (!triggered_by.startsWith('order.')) continue
        expect(resource_version).toBe(after.version)
        expect(payload.data).toMatchObject({ id, status: after.status, payment: after.payment })
      }
      const becamePaid = isPaidInFull(after.total, after.entries) && !isPaidInFull(before.total, before.entries)
      expect(done.emits.includes('order.paid')).toBe(becamePaid)
      past.push(...done.emits)
      expectBalanced(after, past)
      before = after
    }
  })
  await fc.assert(holds, parameters)
})

test('concurrent requests make one version and one event per change', { timeout }, async () => {
  const rounds = fc.array(fc.array(command, { minLength: 2, maxLength: 6 }), { minLength: 1, maxLength: 4 })
  const holds = fc.asyncProperty(total, rounds, async (amount, list) => {
    const { id, past, report: initial } = await anOrder(amount)
    let before = initial
    for (const request of list) {
      const seen = before
      const answers = await Promise.all(request.map((one) => ask(id, one, seen)))
      const events = await emitted()
      const after = await look(id)
      expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([])
      const versions = events.flatMap((event) =>
        event.triggered_by === 'order.updated' ? [event.resource_version] : [],
      )
      const each = Array.from({ length: after.version - before.version }, (_, index) => before.version + 1 + index)
      expect(versions.sort((one, other) => one - other)).toEqual(each)
      past.push(...keysOf(events))
      expectBalanced(after, past)
      before = after
    }
  })
  await fc.assert(holds, parameters)
})
