import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Answered, Client } from '../../support/app.ts'
import { lawRuns } from '../../support/measures/law-runs.ts'
import { openSharedStage, type Stage } from '../../support/stage.ts'
import { createAssortment, publish } from '../../support/store/catalogs.ts'
import {
  act,
  checkOut,
  customItem,
  expectStatus,
  fillCart,
  pay,
  putOrder,
  statesOf,
  watchEvents,
} from '../../support/store/shop.ts'

// Longer run: LAW_RUNS=100 npx vitest run --project database test/journeys/store/refunded-stock.test.ts
const numRuns = lawRuns(8)
const RUN_MS = 5_000
const ON_HAND = 100_000

let stage: Stage
let seller: Client
let lamp: string
let watch: Awaited<ReturnType<typeof watchEvents>>
beforeAll(async () => {
  stage = await openSharedStage()
  seller = (await stage.tenant()).store
  expectStatus(await seller.put('/v2/gateways/sandbox', { data: { type: 'gateway', enabled: true } }), 200)
  const assortment = await createAssortment(seller, { LAMP: 1000 })
  await publish(seller, assortment.catalog)
  lamp = assortment.skus.get('LAMP') ?? ''
  expectStatus(await seller.post(`/v2/inventories/${lamp}`, { data: { type: 'stock', quantity: ON_HAND } }), 201)
  watch = await watchEvents(seller)
})
afterAll(() => stage.close())

type Item = {
  id: string
  sku: string
  quantity: number
  meta: { shipped_quantity: number; unshipped_quantity: number; refunded_quantity: number }
}
type Sold = { id: string; purchase: string; lamps: string; card: string | null }
type Levels = { on_hand: number; allocated: number }

/** A paid order of lamps and, if requested, of an item that is not shipped. */
async function sell(lamps: number, { card = false } = {}): Promise<Sold> {
  const lines = [
    { type: 'cart_item', sku: 'LAMP', quantity: lamps },
    ...(card ? [customItem(500, 1, { sku: 'CARD' })] : []),
  ]
  const { data, included } = expectStatus(await checkOut(seller, await fillCart(seller, lines)), 201).body
  const purchase = expectStatus(await pay(seller, data.id), 201).body.data.id
  const idOf = (sku: string) => included.items.find((item: Item) => item.sku === sku)?.id ?? null
  return { id: data.id, purchase, lamps: idOf('LAMP'), card: idOf('CARD') }
}

async function levels(): Promise<Levels> {
  const { on_hand, allocated } = expectStatus(await seller.get(`/v2/inventories/${lamp}`), 200).body.data
  return { on_hand, allocated }
}

/** Changes of the units on hand and of the allocated units. */
async function changesSince(before: Levels): Promise<[number, number]> {
  const now = await levels()
  return [now.on_hand - before.on_hand, now.allocated - before.allocated]
}

function refund({ id, purchase, lamps }: Sold, unit: object, more: object = {}): Promise<Answered> {
  return act(seller, id, purchase, 'refund', { items: [{ id: lamps, ...unit }], ...more })
}

function ship({ id, lamps }: Sold, quantity: number | null, more: object = { status: 'shipped' }): Promise<Answered> {
  const items = quantity === null ? {} : { items: [{ id: lamps, quantity }] }
  return seller.post(`/v2/orders/${id}/shipments`, { data: { type: 'shipment', ...items, ...more } })
}

/** `shipped/unshipped/refunded` of the lamps. */
async function unitsOf({ id, lamps }: Sold): Promise<string> {
  const { data } = expectStatus(await seller.get(`/v2/orders/${id}/items`), 200).body
  const item = data.find((one: Item) => one.id === lamps)
  return `${item.meta.shipped_quantity}/${item.meta.unshipped_quantity}/${item.meta.refunded_quantity}`
}

const detailOf = ({ status, body }: Answered) => [status, body.errors[0].detail, body.errors[0].source?.pointer]
const LATER = { options: { outcome: 'approve_later', after_seconds: 3600 } }

describe('units refunded before they are shipped', () => {
  test('are not shipped: the others fulfill the order', async () => {
    const before = await levels()
    const order = await sell(6)
    expect(await changesSince(before)).toEqual([0, 6])
    await watch.again()
    const { data } = expectStatus(await refund(order, { quantity: 4 }), 201).body
    expect(data.items).toEqual([{ id: order.lamps, quantity: 4, shipped_quantity: 0, amount: 4000 }])
    expect([await changesSince(before), await unitsOf(order)]).toEqual([[0, 2], '0/2/4'])
    expect(detailOf(await ship(order, 3))).toEqual([
      422,
      'data.items[0].quantity must be at most 2: the other units are in shipments or refunded.',
      '/data/items/0/quantity',
    ])
    const shipped = expectStatus(await ship(order, null), 201).body.data
    expect(shipped.items).toEqual([{ id: order.lamps, quantity: 2 }])
    expect([await changesSince(before), await unitsOf(order)]).toEqual([[-2, 0], '2/0/4'])
    expect(await statesOf(seller, order.id)).toBe('complete/partially_refunded/fulfilled')
    const events = await watch.events()
    expect(events.map(({ triggered_by, payload: { data: of } }) => of.reason ?? triggered_by)).toEqual([
      ...['transaction.updated', 'transaction.created', 'refund', 'order.refunded', 'order.updated'],
      ...['shipment', 'shipment', 'order.fulfilled', 'order.updated'],
    ])
    expect(events.at(-1)?.payload.data.meta.units).toEqual({ shipped: 2, unshipped: 0 })
  })

  test('fulfill the order if the others were shipped, and cancel it if there are none', async () => {
    const before = await levels()
    const shipped = await sell(3)
    expectStatus(await ship(shipped, 1), 201)
    expectStatus(await refund(shipped, { quantity: 2 }), 201)
    expect(await statesOf(seller, shipped.id)).toBe('complete/partially_refunded/fulfilled')
    const card = await sell(1, { card: true })
    expectStatus(await refund(card, { quantity: 1 }), 201)
    expect(await statesOf(seller, card.id)).toBe('complete/partially_refunded/fulfilled')
    expect(await changesSince(before)).toEqual([-1, 0])
    const none = await sell(2)
    expectStatus(await refund(none, { quantity: 1 }), 201)
    await watch.again()
    expectStatus(await refund(none, { quantity: 1 }), 201)
    expect(await statesOf(seller, none.id)).toBe('cancelled/refunded/unfulfilled')
    expect((await watch.emitted()).slice(-3)).toEqual(['order.refunded', 'order.cancelled', 'order.updated'])
    expect(await changesSince(before)).toEqual([-1, 0])
  })

  test('are kept back while their refund is pending', async () => {
    const before = await levels()
    const order = await sell(3)
    const { id } = expectStatus(await refund(order, { quantity: 2 }, LATER), 201).body.data
    expectStatus(await ship(order, null), 201)
    expect([await unitsOf(order), await statesOf(seller, order.id)]).toEqual(['1/2/0', 'complete/paid/unfulfilled'])
    expect((await ship(order, null)).status).toBe(409)
    const waits = 'A refund of units that are not shipped is pending: wait for its result.'
    expect(detailOf(await putOrder(seller, order.id, { shipping: 'fulfilled' }))).toEqual([409, waits, undefined])
    expectStatus(await act(seller, order.id, id, 'confirm', { outcome: 'complete' }), 200)
    expect(await statesOf(seller, order.id)).toBe('complete/partially_refunded/fulfilled')
    expect(await changesSince(before)).toEqual([-1, 0])
  })

  test('can be shipped again if their pending refund fails', async () => {
    const order = await sell(3)
    const { id } = expectStatus(await refund(order, { quantity: 3 }, LATER), 201).body.data
    expectStatus(await act(seller, order.id, id, 'confirm', { outcome: 'failed' }), 200)
    expectStatus(await ship(order, 3), 201)
    expect([await unitsOf(order), await statesOf(seller, order.id)]).toEqual(['3/0/0', 'complete/paid/fulfilled'])
  })

  test('cannot be in pending shipments', async () => {
    const order = await sell(3)
    const { id } = expectStatus(await ship(order, 2, {}), 201).body.data
    const refused = await refund(order, { quantity: 2 })
    expect(detailOf(refused)).toEqual([
      422,
      'data.items[0].quantity includes units in pending shipments (2): cancel those shipments or reduce their items first.',
      '/data/items/0/quantity',
    ])
    expectStatus(await seller.post(`/v2/orders/${order.id}/shipments/${id}/cancel`), 200)
    expectStatus(await refund(order, { quantity: 2 }), 201)
    expect(await unitsOf(order)).toBe('0/1/2')
  })

  test('are not touched by a refund of an amount', async () => {
    const order = await sell(2)
    expectStatus(await act(seller, order.id, order.purchase, 'refund', { amount: 1500 }), 201)
    expect(await unitsOf(order)).toBe('0/2/0')
    expectStatus(await putOrder(seller, order.id, { shipping: 'fulfilled' }), 200)
    expect(await unitsOf(order)).toBe('2/0/0')
  })
})

describe('shipped units', () => {
  test('return to stock if the refund says so, with its reason', async () => {
    const before = await levels()
    const order = await sell(4)
    expectStatus(await ship(order, 3), 201)
    await watch.again()
    const unit = { quantity: 3, shipped_quantity: 2 }
    const { data } = expectStatus(await refund(order, unit, { restock: true, reason: 'damaged' }), 201).body
    expect(data).toMatchObject({ restock: true, reason: 'damaged', items: [{ ...unit, amount: 3000 }] })
    expect(await changesSince(before)).toEqual([-1, 0])
    expect(await statesOf(seller, order.id)).toBe('complete/partially_refunded/fulfilled')
    const [, created, ...moved] = await watch.events()
    expect(created?.payload.data).toMatchObject({ restock: true, reason: 'damaged' })
    const stock = moved.flatMap(({ triggered_by, payload: { data: of } }) =>
      triggered_by === 'stock-transaction.created'
        ? [[of.action, of.quantity, of.reason, of.relationships.order.data.id]]
        : [],
    )
    expect(stock).toEqual([
      ['deallocate', 1, 'damaged', order.id],
      ['increment', 2, 'damaged', order.id],
    ])
  })

  test('stay away without restock, and once their refund is pending', async () => {
    const before = await levels()
    const order = await sell(2)
    expectStatus(await ship(order, 2), 201)
    expectStatus(await refund(order, { quantity: 1 }), 201)
    expect(await changesSince(before)).toEqual([-2, 0])
    const { id } = expectStatus(await refund(order, { quantity: 1 }, { restock: true, ...LATER }), 201).body.data
    expect(await changesSince(before)).toEqual([-2, 0])
    expectStatus(await act(seller, order.id, id, 'confirm', { outcome: 'complete' }), 200)
    expect(await changesSince(before)).toEqual([-1, 0])
  })

  test('require their number where some came back and others were not shipped', async () => {
    const order = await sell(3)
    expectStatus(await ship(order, 1), 201)
    const left = 'of the units left to refund of this item, 1 were shipped and 2 were not.'
    expect(detailOf(await refund(order, { quantity: 1 }, { restock: true }))).toEqual([
      422,
      `data.items[0].shipped_quantity is required with restock: ${left}`,
      '/data/items/0/shipped_quantity',
    ])
    const without = await act(seller, order.id, order.purchase, 'refund', { amount: 1, restock: true })
    expect(detailOf(without).slice(0, 2)).toEqual([422, 'data.restock requires data.items: the units that came back.'])
    expect(await unitsOf(order)).toBe('1/2/0')
  })
})

type Command =
  | { do: 'ship' | 'plan'; quantity: number }
  | { do: 'send' | 'drop'; nth: number }
  | { do: 'refund'; quantity: number; shipped: number | null; restock: boolean; later: boolean }
  | { do: 'decide'; nth: number; outcome: 'complete' | 'failed' }
  | { do: 'fulfil' | 'cancel' }

const quantity = fc.integer({ min: 1, max: 3 })
const nth = fc.nat(5)
const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('ship' as const, 'plan' as const), quantity }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('send' as const, 'drop' as const), nth }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('refund' as const),
      quantity,
      shipped: fc.option(fc.nat(3)),
      restock: fc.boolean(),
      later: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('decide' as const), nth, outcome: fc.constantFrom('complete', 'failed') }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('fulfil' as const, 'cancel' as const) }) },
)

type Shipment = { id: string; status: string; items: { quantity: number }[] }
type Refund = { id: string; status: string; restock: boolean; items: { quantity: number; shipped_quantity: number }[] }
type Report = {
  states: string
  item: Item
  units: { shipped: number; unshipped: number }
  shipments: Shipment[]
  refunds: Refund[]
}

async function look({ id, lamps }: Sold): Promise<Report> {
  const [order, shipments, ledger] = await Promise.all([
    seller.get(`/v2/orders/${id}`),
    seller.get(`/v2/orders/${id}/shipments?sort=id&page[limit]=100`),
    seller.get(`/v2/orders/${id}/transactions?sort=id&page[limit]=100`),
  ])
  const { data, included } = expectStatus(order, 200).body
  return {
    states: `${data.status}/${data.shipping}`,
    item: included.items.find((one: Item) => one.id === lamps),
    units: data.meta.units,
    shipments: expectStatus(shipments, 200).body.data,
    refunds: expectStatus(ledger, 200).body.data.filter(({ items }: Refund) => items !== undefined),
  }
}

function run(order: Sold, { shipments, refunds }: Report, step: Command): Promise<Answered> | null {
  const shipment = 'nth' in step ? shipments.filter(({ status }) => status === 'pending')[step.nth] : undefined
  const path = `/v2/orders/${order.id}/shipments/${shipment?.id}`
  switch (step.do) {
    case 'ship':
    case 'plan':
      return ship(order, step.quantity, { status: step.do === 'ship' ? 'shipped' : 'pending' })
    case 'send':
      return shipment === undefined ? null : seller.put(path, { data: { type: 'shipment', status: 'shipped' } })
    case 'drop':
      return shipment === undefined ? null : seller.post(`${path}/cancel`)
    case 'refund': {
      const unit = { quantity: step.quantity, ...(step.shipped !== null && { shipped_quantity: step.shipped }) }
      return refund(order, unit, { restock: step.restock, ...(step.later && LATER) })
    }
    case 'decide': {
      const pending = refunds.filter(({ status }) => status === 'pending')[step.nth]
      return pending === undefined ? null : act(seller, order.id, pending.id, 'confirm', { outcome: step.outcome })
    }
    case 'fulfil':
      return putOrder(seller, order.id, { shipping: 'fulfilled' })
    case 'cancel':
      return putOrder(seller, order.id, { status: 'cancelled' })
  }
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0)

/** Laws of the units of an order, and of its stock. */
function expectLawful(
  { states, item, units, shipments, refunds }: Report,
  [on_hand, allocated]: [number, number],
): void {
  const complete = refunds.filter(({ status }) => status === 'complete')
  const partsOf = (some: readonly Refund[]) => some.flatMap(({ items }) => items)
  const withdrawn = sumOf(partsOf(complete).map((one) => one.quantity - one.shipped_quantity))
  const sent = shipments.filter(({ status }) => status === 'shipped').flatMap(({ items }) => items)
  const { shipped_quantity: shipped, unshipped_quantity: unshipped, refunded_quantity: refunded } = item.meta
  expect(shipped).toBe(sumOf(sent.map((one) => one.quantity)))
  expect(refunded).toBe(sumOf(partsOf(complete).map((one) => one.quantity)))
  expect(shipped + withdrawn + unshipped).toBe(item.quantity)
  expect(units).toEqual({ shipped, unshipped })
  const returned = sumOf(partsOf(complete.filter(({ restock }) => restock)).map((one) => one.shipped_quantity))
  const isOpen = states === 'complete/unfulfilled'
  expect([on_hand, allocated]).toEqual([returned - shipped, isOpen ? unshipped : 0])
  if (states === 'complete/fulfilled') expect(unshipped).toBe(0)
  const isPending = refunds.some(({ status }) => status === 'pending')
  if (isOpen && !isPending) expect(unshipped).toBeGreaterThan(0)
}

test('ordered units are shipped, refunded before or left, and stock agrees, after any sequence of requests', {
  timeout: 30_000 + 4 * numRuns * RUN_MS,
}, async () => {
  const story = fc.array(command, { minLength: 3, maxLength: 12 })
  const holds = fc.asyncProperty(fc.integer({ min: 1, max: 6 }), fc.boolean(), story, async (lamps, card, steps) => {
    const before = await levels()
    const order = await sell(lamps, { card })
    for (const step of steps) {
      const report = await look(order)
      const response = await run(order, report, step)
      if (response !== null) expect([200, 201, 409, 422]).toContain(response.status)
      expectLawful(await look(order), await changesSince(before))
    }
  })
  await fc.assert(holds, { numRuns, interruptAfterTimeLimit: 2 * numRuns * RUN_MS, markInterruptAsFailure: true })
})
