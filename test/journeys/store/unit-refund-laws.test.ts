import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Answered, Client } from '../../support/app.ts'
import { lawRuns } from '../../support/measures/law-runs.ts'
import { openSharedStage, type Stage } from '../../support/stage.ts'
import { act, customItem, expectStatus } from '../../support/store/shop.ts'
import { itemsOf, previewUnits, refundUnits, type Sold, sell } from '../../support/store/unit-refunds.ts'

// Longer run: LAW_RUNS=100 npx vitest run --project database test/journeys/store/unit-refund-laws.test.ts
const numRuns = lawRuns(10)
const RUN_MS = 3_000

let stage: Stage
let seller: Client
beforeAll(async () => {
  stage = await openSharedStage()
  seller = (await stage.tenant()).store
  const gateway = { data: { type: 'gateway', enabled: true } }
  expectStatus(await seller.put('/v2/gateways/sandbox', gateway), 200)
})
afterAll(() => stage.close())

const tax = fc.oneof(
  fc.record({ name: fc.constant('Rate'), rate: fc.constantFrom(0.07, 0.19, 0.333333) }),
  fc.record({ name: fc.constant('Fee'), amount: fc.nat(99) }),
)
/** Taxes, added or included, make totals that do not divide evenly. */
const line = fc
  .record({
    amount: fc.oneof(fc.constantFrom(0, 1), fc.integer({ min: 2, max: 3000 })),
    quantity: fc.oneof(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 5, max: 9 })),
    includes_tax: fc.boolean(),
    taxes: fc.array(tax, { minLength: 1, maxLength: 2 }),
  })
  .map(({ amount, quantity, includes_tax, taxes }) => {
    // Included taxes cannot exceed the price.
    const fees = taxes.reduce((sum, one) => sum + ('amount' in one ? one.amount : 0), 0)
    const price = { amount, includes_tax: includes_tax && fees <= amount * quantity }
    return { item: customItem(amount, quantity, { price }), taxes }
  })

/** Each line occurs once, and the quantity may exceed the remaining units. */
const units = fc.uniqueArray(fc.tuple(fc.nat(1), fc.constantFrom(1, 1, 1, 2, 4)), {
  selector: ([of]) => of,
  minLength: 1,
  maxLength: 2,
})
const outcome = fc.constantFrom('approve', 'approve_later', 'approve_later', 'approve_later', 'decline')
const command = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('refund' as const), units, outcome }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('decide' as const),
      nth: fc.nat(9),
      outcome: fc.constantFrom('complete' as const, 'failed' as const, 'failed' as const),
    }),
  },
)

type Refund = {
  id: string
  status: 'pending' | 'complete' | 'failed'
  amount: number
  items: { id: string; quantity: number; amount: number }[]
}
type Line = { id: string; quantity: number; with_tax: number; refunded: number }
type ShopperState = { order: Sold; lines: Line[]; refunds: Refund[] }

async function look(order: Sold): Promise<ShopperState> {
  const items = await itemsOf(seller, order.id)
  const path = `/v2/orders/${order.id}/transactions?sort=id&page[limit]=100&filter=eq(transaction_type,refund)`
  const lines = items.map(({ id, quantity, meta }) => ({
    id,
    quantity,
    with_tax: meta.display_price.with_tax.value.amount,
    refunded: meta.refunded_quantity,
  }))
  return { order, lines, refunds: expectStatus(await seller.get(path), 200).body.data }
}

/** Amount and quantity of a line in refunds with these statuses. */
function have({ refunds }: ShopperState, { id }: Line, ...statuses: Refund['status'][]) {
  const own = refunds
    .filter(({ status }) => statuses.includes(status))
    .flatMap(({ items }) => items.filter((one) => one.id === id))
  const add = (member: 'quantity' | 'amount') => own.reduce((sum, one) => sum + one[member], 0)
  return { quantity: add('quantity'), amount: add('amount') }
}

/** Invariants at any time. */
function expectLawful(known: ShopperState): void {
  for (const { items, amount } of known.refunds) {
    expect(items.every((one) => one.amount >= 0 && one.quantity > 0)).toBe(true)
    expect(items.reduce((sum, one) => sum + one.amount, 0)).toBe(amount)
  }
  for (const line of known.lines) {
    const [complete, promised] = [have(known, line, 'complete'), have(known, line, 'complete', 'pending')]
    expect(line.refunded).toBe(complete.quantity)
    expect(promised.quantity).toBeLessThanOrEqual(line.quantity)
    expect(promised.amount).toBeLessThanOrEqual(line.with_tax)
    if (complete.quantity === line.quantity) expect(complete.amount).toBe(line.with_tax)
    // A line differs from its share only if a refund failed between two others.
    if (have(known, line, 'failed').quantity > 0) continue
    expect(promised.amount).toBe(Math.round((line.with_tax * promised.quantity) / line.quantity))
  }
}

type Units = readonly (readonly [line: number, quantity: number])[]

/** Expected amount of the units, or null if rejected. */
function expectedOf(known: ShopperState, step: Units): number | null {
  const amounts = step.map(([index, more]) => {
    const line = known.lines[index]
    if (line === undefined) return Number.NaN
    const { quantity, amount } = have(known, line, 'complete', 'pending')
    if (quantity + more > line.quantity) return Number.NaN
    return Math.max(0, Math.round((line.with_tax * (quantity + more)) / line.quantity) - amount)
  })
  const total = amounts.reduce((sum, one) => sum + one, 0)
  return total > 0 ? total : null
}

async function refund(known: ShopperState, step: Units, decision: string): Promise<void> {
  const named = step.filter(([index]) => index < known.lines.length)
  if (named.length === 0) return
  const amount = expectedOf(known, named)
  const preview = await previewUnits(seller, known.order, named)
  const response = await refundUnits(seller, known.order, named, {
    options: { outcome: decision, after_seconds: 3600 },
  })
  const done = response.status === 201 ? response.body.data.amount : null
  expect({ named, done }).toEqual({ named, done: amount })
  expectAsPreviewed(preview, response, named)
  // 409 occurs for a fully refunded transaction, since a free line may still have units.
  expect([201, 422, 409]).toContain(response.status)
}

/** The preview equals the refund, or is rejected with the same words. */
function expectAsPreviewed(preview: Answered, response: Answered, named: Units): void {
  if (response.status !== 201) {
    expect([preview.status, preview.body]).toEqual([response.status, response.body])
    return
  }
  const { amount, items, lines } = expectStatus(preview, 200).body.data
  expect([amount, items.map(({ tax: _, ...one }: { tax: number }) => one)]).toEqual([
    response.body.data.amount,
    response.body.data.items,
  ])
  for (const [index, [line, more]] of named.entries())
    expect(lines[line].next.slice(0, more).reduce((sum: number, one: number) => sum + one, 0)).toBe(items[index].amount)
}

async function decide({ order, refunds }: ShopperState, nth: number, decision: 'complete' | 'failed'): Promise<void> {
  const pending = refunds.filter(({ status }) => status === 'pending')
  const one = pending[nth % Math.max(1, pending.length)]
  if (one !== undefined) expectStatus(await act(seller, order.id, one.id, 'confirm', { outcome: decision }), 200)
}

/** Refunds the rest of an order line by line. */
async function refundTheRest(order: Sold): Promise<void> {
  for (const [index, line] of (await look(order)).lines.entries()) {
    const known = await look(order)
    const left = line.quantity - have(known, line, 'complete').quantity
    if (left > 0) await refund(known, [[index, left]], 'approve')
  }
}

test('any sequence of unit refunds and failures adds up to the line price, as previews show', {
  timeout: 2 * numRuns * RUN_MS + 60_000,
}, async () => {
  const lines = fc.array(line, { minLength: 1, maxLength: 2 })
  const story = fc.array(command, { minLength: 4, maxLength: 14 })
  const holds = fc.asyncProperty(lines, story, async (sold, list) => {
    const order = await sell(seller, sold)
    let known = await look(order)
    if (known.lines.every(({ with_tax }) => with_tax === 0)) return
    expectLawful(known)
    for (const step of list) {
      if (step.do === 'decide') await decide(known, step.nth, step.outcome)
      else await refund(known, step.units, step.outcome)
      known = await look(order)
      expectLawful(known)
    }
    for (const { id, status } of known.refunds)
      if (status === 'pending') expectStatus(await act(seller, order.id, id, 'confirm', { outcome: 'failed' }), 200)
    await refundTheRest(order)
    known = await look(order)
    expectLawful(known)
    for (const line of known.lines) expect(have(known, line, 'complete').amount).toBe(line.with_tax)
    const { data } = (await seller.get(`/v2/orders/${order.id}`)).body
    expect([data.payment, data.meta.display_price.refunded]).toEqual(['refunded', data.meta.display_price.with_tax])
  })
  await fc.assert(holds, { numRuns })
})
