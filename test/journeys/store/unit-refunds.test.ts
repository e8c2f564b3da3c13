import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Client, eventually } from '../../support/app.ts'
import { openSharedStage, type Stage } from '../../support/stage.ts'
import { act, customItem, expectStatus, watchEvents } from '../../support/store/shop.ts'
import { itemsOf, previewUnits, refundUnits, type Sold, sell } from '../../support/store/unit-refunds.ts'

let stage: Stage
let seller: Client
let watch: Awaited<ReturnType<typeof watchEvents>>
beforeAll(async () => {
  stage = await openSharedStage()
  seller = (await stage.tenant()).store
  const gateway = { data: { type: 'gateway', enabled: true } }
  expectStatus(await seller.put('/v2/gateways/sandbox', gateway), 200)
  watch = await watchEvents(seller)
})
afterAll(() => stage.close())

/** A paid order of these lines; ignores the events of its creation. */
async function sold(...lines: Parameters<typeof sell>[1]): Promise<Sold> {
  const made = await sell(seller, lines)
  await watch.again()
  return made
}

/** Three lamps for 10.00 in total, and two shades at 5.00 each. */
const lampsAndShades = () =>
  sold({ item: customItem(300, 3), taxes: [{ name: 'Fee', amount: 100 }] }, { item: customItem(500, 2) })

const refund = (order: Sold, units: [line: number, quantity: number][], more: Record<string, unknown> = {}) =>
  refundUnits(seller, order, units, more)

const LATER = { options: { outcome: 'approve_later', after_seconds: 3600 } }

async function refundedOf(order: Sold): Promise<number[]> {
  return (await itemsOf(seller, order.id)).map(({ meta }) => meta.refunded_quantity)
}

const REPORTED = ['transaction.updated', 'transaction.created', 'order.refunded', 'order.updated']

describe('units are refunded at their price', () => {
  test('one of three units is refunded, with an event that names it', async () => {
    const order = await lampsAndShades()
    const { body, headers } = expectStatus(await refund(order, [[0, 1]]), 201)
    const units = [{ id: order.item_ids[0], quantity: 1, amount: 333 }]
    expect(body.data).toMatchObject({ transaction_type: 'refund', status: 'complete', amount: 333, items: units })
    expect((await seller.get(new URL(headers.get('location') ?? '').pathname)).body).toMatchObject(body)
    expect(await refundedOf(order)).toEqual([1, 0])
    const events = await watch.events()
    expect(events.map(({ triggered_by }) => triggered_by)).toEqual(REPORTED)
    expect(events[0]?.payload.data).not.toHaveProperty('items')
    expect(events[1]?.payload).toEqual(body)
    const { data, included } = (await seller.get(`/v2/orders/${order.id}`)).body
    expect(data).toMatchObject({
      payment: 'partially_refunded',
      meta: { display_price: { refunded: { amount: 333 } } },
    })
    const { allowed: _, ...meta } = data.meta
    const emitted = { data: { ...data, meta }, included }
    expect(events.slice(2).map(({ payload }) => payload)).toEqual([emitted, emitted])
  })

  test('all units are refunded in two steps over several items, to the last cent', async () => {
    const order = await lampsAndShades()
    const first = expectStatus(
      await refund(order, [
        [0, 2],
        [1, 1],
      ]),
      201,
    ).body.data
    expect([first.amount, first.items.map((one: { amount: number }) => one.amount)]).toEqual([1167, [667, 500]])
    const last = expectStatus(
      await refund(order, [
        [1, 1],
        [0, 1],
      ]),
      201,
    ).body.data
    expect([last.amount, last.items.map((one: { amount: number }) => one.amount)]).toEqual([833, [500, 333]])
    expect(await refundedOf(order)).toEqual([3, 2])
    const { data } = (await seller.get(`/v2/orders/${order.id}`)).body
    expect([data.payment, data.meta.display_price.refunded.amount]).toEqual(['refunded', 2000])
    const closed = ['transaction.updated', 'transaction.created', 'order.refunded', 'order.cancelled', 'order.updated']
    expect(await watch.emitted()).toEqual([...REPORTED, ...closed])
  })

  test('a refund equals its preview with reserved units, tax and refunded amounts', async () => {
    const order = await lampsAndShades()
    const path = ['refund/preview', undefined] as const
    const all = expectStatus(await act(seller, order.id, order.transaction_id, ...path), 200).body.data
    const [lamp, shade] = order.item_ids
    expect(all).toMatchObject({ amount: 2000, remaining: 2000, items: null, transaction_id: order.transaction_id })
    expect(all.lines).toEqual([
      { id: lamp, remaining: 3, unshipped: 3, planned: 0, next: [333, 334, 333] },
      { id: shade, remaining: 2, unshipped: 2, planned: 0, next: [500, 500] },
    ])
    const { id } = expectStatus(await refund(order, [[0, 1]], LATER), 201).body.data
    const later = expectStatus(await previewUnits(seller, order, [[0, 2]]), 200).body.data
    expect(later).toMatchObject({ amount: 667, remaining: 1667 })
    expect(later.items).toEqual([{ id: lamp, quantity: 2, shipped_quantity: 0, amount: 667, tax: 67 }])
    expect(later.lines[0]).toEqual({ id: lamp, remaining: 2, unshipped: 2, planned: 0, next: [334, 333] })
    const refused = await previewUnits(seller, order, [[0, 3]])
    expect([refused.status, refused.body.errors[0].source.pointer]).toEqual([422, '/data/items/0/quantity'])
    expectStatus(await act(seller, order.id, id, 'confirm', { outcome: 'failed' }), 200)
    expect(await refundedOf(order)).toEqual([0, 0])
  })

  test('the capture of an authorization is refunded, even after the order is cancelled', async () => {
    const order = await sell(seller, [{ item: customItem(700, 2) }], 'authorize')
    expectStatus(await act(seller, order.id, order.transaction_id, 'capture'), 201)
    expectStatus(await seller.put(`/v2/orders/${order.id}`, { data: { type: 'order', status: 'cancelled' } }), 200)
    expect(expectStatus(await refund(order, [[0, 1]]), 201).body.data.amount).toBe(700)
  })

  test('free units are refunded together with others', async () => {
    const order = await sold({ item: customItem(0) }, { item: customItem(500) })
    expect(
      expectStatus(
        await refund(order, [
          [0, 1],
          [1, 1],
        ]),
        201,
      ).body.data.amount,
    ).toBe(500)
    expect(await refundedOf(order)).toEqual([1, 1])
  })

  test('a refund happens once per idempotency key', async () => {
    const order = await lampsAndShades()
    const path = `/v2/orders/${order.id}/transactions/${order.transaction_id}/refund`
    const key = { 'idempotency-key': `refund ${order.id}` }
    const ask = (quantity: number) => seller.post(path, { data: { items: [{ id: order.item_ids[0], quantity }] } }, key)
    const answers = await Promise.all([ask(1), ask(1), ask(1)])
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.data.id}`)).size).toBe(1)
    expect((await ask(2)).status).toBe(422)
    expect(await refundedOf(order)).toEqual([1, 0])
  })

  test('concurrent requests refund each unit once', async () => {
    const order = await lampsAndShades()
    const answers = await Promise.all(Array.from({ length: 8 }, () => refund(order, [[0, 1]])))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 422, 422, 422, 422, 422])
    const amounts = answers.flatMap(({ status, body }) => (status === 201 ? [body.data.amount] : []))
    expect(amounts.sort()).toEqual([333, 333, 334])
    expect(await refundedOf(order)).toEqual([3, 0])
  })
})

describe('a gateway that decides later', () => {
  test('reserves the units, and releases them when it fails', async () => {
    const order = await lampsAndShades()
    const pending = expectStatus(await refund(order, [[0, 2]], LATER), 201).body.data
    expect(pending).toMatchObject({ status: 'pending', amount: 667, items: [{ quantity: 2, amount: 667 }] })
    expect(await refundedOf(order)).toEqual([0, 0])
    expect((await refund(order, [[0, 2]])).status).toBe(422)
    expect(expectStatus(await refund(order, [[0, 1]]), 201).body.data.amount).toBe(333)
    await watch.again()
    const failed = expectStatus(await act(seller, order.id, pending.id, 'confirm', { outcome: 'failed' }), 200).body
      .data
    expect(failed.items).toEqual(pending.items)
    expect([await refundedOf(order), await watch.emitted()]).toEqual([[1, 0], ['transaction.updated']])
    expect(expectStatus(await refund(order, [[0, 2]]), 201).body.data.amount).toBe(667)
    expect(await refundedOf(order)).toEqual([3, 0])
  })

  test('keeps the total of the line when it fails between two other refunds', async () => {
    const order = await lampsAndShades()
    const amounts: number[] = []
    const one = async (more = {}) => expectStatus(await refund(order, [[0, 1]], more), 201).body.data
    const pending = await one(LATER)
    amounts.push((await one()).amount)
    expectStatus(await act(seller, order.id, pending.id, 'confirm', { outcome: 'failed' }), 200)
    amounts.push((await one()).amount, (await one()).amount)
    expect([pending.amount, ...amounts]).toEqual([333, 334, 333, 333])
  })

  test('records the units when it approves, by itself or by confirmation', async () => {
    const order = await lampsAndShades()
    const soon = { options: { outcome: 'approve_later', after_seconds: 0.2 } }
    const manual = expectStatus(await refund(order, [[0, 1]], LATER), 201).body.data
    expectStatus(await refund(order, [[1, 2]], soon), 201)
    await eventually(
      () => refundedOf(order),
      (quantities) => quantities[1] === 2,
    )
    await watch.again()
    expectStatus(await act(seller, order.id, manual.id, 'confirm', { outcome: 'complete' }), 200)
    expect(await refundedOf(order)).toEqual([1, 2])
    const events = await watch.events()
    expect(events.map(({ triggered_by }) => triggered_by)).toEqual([
      'transaction.updated',
      'transaction.updated',
      'order.refunded',
      'order.updated',
    ])
    const { items } = events[2]?.payload.included ?? {}
    expect(items.map((item: { meta: object }) => item.meta)).toMatchObject([
      { refunded_quantity: 1 },
      { refunded_quantity: 2 },
    ])
  })

  test('a declined refund reserves nothing', async () => {
    const order = await lampsAndShades()
    const { body } = expectStatus(await refund(order, [[0, 3]], { options: { outcome: 'decline' } }), 201)
    expect(body.data).toMatchObject({ status: 'failed', amount: 1000 })
    expect([await refundedOf(order), await watch.emitted()]).toEqual([[0, 0], ['transaction.created']])
    expect(expectStatus(await refund(order, [[0, 3]]), 201).body.data.amount).toBe(1000)
  })
})

describe('a rejected refund explains why, and leaves no trace', () => {
  let order: Sold
  let other: Sold
  beforeAll(async () => {
    other = await sold({ item: customItem(500) })
    order = await sold({ item: customItem(300, 3) }, { item: customItem(500, 2) }, { item: customItem(0) })
    expectStatus(
      await refund(order, [
        [0, 1],
        [1, 1],
      ]),
      201,
    )
    expectStatus(await refund(order, [[1, 1]], LATER), 201)
    await watch.again()
  })

  const of = (line: number, quantity: number) => ({ id: order.item_ids[line], quantity })

  test.each([
    [
      'an amount beside the units',
      () => ({ amount: 1, items: [of(0, 1)] }),
      '/data/amount',
      'data.amount is not allowed together with data.items, which determine the amount.',
    ],
    [
      'an item of another order',
      () => ({ items: [of(0, 1), { id: other.item_ids[0], quantity: 1 }] }),
      '/data/items/1/id',
      'data.items[1].id is not an item of this order.',
    ],
    [
      'more than is left',
      () => ({ items: [of(0, 3)] }),
      '/data/items/0/quantity',
      'data.items[0].quantity must be from 1 to 2, the units that are left to refund of this item.',
    ],
    [
      'units of which the last is being refunded',
      () => ({ items: [of(0, 1), of(1, 1)] }),
      '/data/items/1/quantity',
      'Nothing is left to refund of data.items[1].',
    ],
    [
      'an item twice',
      () => ({ items: [of(0, 1), { ...of(0, 1), id: order.item_ids[0]?.toUpperCase() }] }),
      '/data/items/1/id',
      'data.items[1].id repeats the item of data.items[0].id.',
    ],
    [
      'what cost nothing',
      () => ({ items: [of(2, 1)] }),
      '/data/items',
      'The total of data.items is 0: there is nothing to refund.',
    ],
    ['no units', () => ({ items: [of(0, 0)] }), '/data/items/0/quantity', 'data.items[0].quantity must be at least 1.'],
    ['nothing', () => ({ items: [] }), '/data/items', 'data.items must contain at least 1 item.'],
    ['no id', () => ({ items: [{ quantity: 1 }] }), '/data/items/0/id', 'data.items[0].id is required.'],
  ])('%s', async (_, body, pointer, detail) => {
    const { status, body: failure } = await act(seller, order.id, order.transaction_id, 'refund', body())
    expect([status, failure.errors.map(({ detail, source }: ReportedProblem) => [source.pointer, detail])]).toEqual([
      422,
      [[pointer, detail]],
    ])
    expect([await refundedOf(order), await watch.emitted()]).toEqual([[1, 1, 0], []])
  })

  type ReportedProblem = { detail: string; source: { pointer: string } }

  test('the amount exceeds what earlier refunds have left of the transaction', async () => {
    const shades = await sold({ item: customItem(500, 2) })
    expectStatus(await act(seller, shades.id, shades.transaction_id, 'refund', { amount: 600 }), 201)
    await watch.again()
    const { status, body } = await refund(shades, [[0, 1]])
    expect([status, body.errors[0].source.pointer, body.errors[0].detail]).toEqual([
      422,
      '/data/items',
      'The total of data.items is 500, more than the 400 that is left to refund of this transaction.',
    ])
    expectStatus(await act(seller, shades.id, shades.transaction_id, 'refund'), 201)
    const refused = await refund(shades, [[0, 1]])
    expect([refused.status, refused.body.errors[0].detail]).toEqual([
      409,
      'Nothing is left to refund of this transaction.',
    ])
    expect(await refundedOf(shades)).toEqual([0])
  })

  test('the order is unpaid', async () => {
    const open = await sell(seller, [{ item: customItem(500) }], 'authorize')
    expect((await refund(open, [[0, 1]])).status).toBe(409)
  })
})
