import { expect, test } from 'vitest'
import type { OrderNote, Shipment, Transaction } from '../../src/generated/schema.ts'
import { addressLines } from '../../src/kit/values/address-lines.ts'
import { shippingWord } from '../../src/messages/order-states.ts'
import { countDeliveries } from '../../src/pages/orders/rules/deliveries.ts'
import { isQuick, QUICK_FILTERS, toggleQuick } from '../../src/pages/orders/rules/quick-filters.ts'
import { chooseUnits, kindsLeft } from '../../src/pages/orders/rules/refund-units.ts'
import { freeUnits } from '../../src/pages/orders/rules/shipment-units.ts'
import { timelineOf } from '../../src/pages/orders/rules/timeline.ts'
import { wayOf } from '../../src/pages/orders/rules/way.ts'

test('a quick filter replaces conditions on states, keeps the others, and can be removed', () => {
  const [toShip] = QUICK_FILTERS
  const on = toggleQuick('eq(payment,unpaid):ilike(email,*ada*)', toShip.filter)
  expect(isQuick(on, toShip.filter)).toBe(true)
  expect(on).toContain('ilike(email,*ada*)')
  expect(on).not.toContain('unpaid')
  expect(toggleQuick(on, toShip.filter)).toBe('ilike(email,*ada*)')
  const search = '(ilike(order_number,*ada*)|ilike(email,*ada*)|ilike(name,*ada*))'
  expect(toggleQuick(toggleQuick(search, toShip.filter), toShip.filter)).toBe(search)
})

test('only one quick filter is on', () => {
  for (const { filter } of QUICK_FILTERS)
    expect(QUICK_FILTERS.filter((other) => isQuick(toggleQuick('', filter), other.filter))).toHaveLength(1)
})

const event = (at: string, data: object) => ({
  triggered_by: 'order.updated',
  payload: { data },
  meta: { timestamps: { created_at: at } },
})

test('the history of an order has each state once, with its start', () => {
  const events = [
    event('2026-11-25T10:02:00Z', { status: 'complete', payment: 'paid', shipping: 'unfulfilled' }),
    event('2026-11-25T10:00:00Z', { status: 'incomplete', payment: 'unpaid', shipping: 'unfulfilled' }),
    event('2026-11-25T10:03:00Z', { status: 'complete', payment: 'paid', shipping: 'fulfilled' }),
  ]
  expect(wayOf(events)).toEqual({
    status: [
      { state: 'incomplete', at: '2026-11-25T10:00:00Z' },
      { state: 'complete', at: '2026-11-25T10:02:00Z' },
    ],
    payment: [
      { state: 'unpaid', at: '2026-11-25T10:00:00Z' },
      { state: 'paid', at: '2026-11-25T10:02:00Z' },
    ],
    shipping: [
      { state: 'unfulfilled', at: '2026-11-25T10:00:00Z' },
      { state: 'fulfilled', at: '2026-11-25T10:03:00Z' },
    ],
  })
})

test('the history of an order names a part that was shipped', () => {
  const unfulfilled = { status: 'complete', payment: 'paid', shipping: 'unfulfilled' }
  const events = [
    event('2026-11-25T10:00:00Z', { ...unfulfilled, meta: { units: { shipped: 0, unshipped: 4 } } }),
    event('2026-11-25T10:01:00Z', { ...unfulfilled, meta: { units: { shipped: 2, unshipped: 2 } } }),
    event('2026-11-25T10:02:00Z', {
      ...unfulfilled,
      shipping: 'fulfilled',
      meta: { units: { shipped: 4, unshipped: 0 } },
    }),
  ]
  expect(wayOf(events).shipping.map(({ state }) => state)).toEqual([
    'unfulfilled',
    'Partly shipped, 2 of 4',
    'fulfilled',
  ])
  expect(shippingWord('unfulfilled', { shipped: 0, unshipped: 4 }).word).toBe('Unfulfilled')
  expect(shippingWord('fulfilled', { shipped: 2, unshipped: 0 }).word).toBe('Fulfilled')
})

test('a new shipment offers units that are in no pending shipment and no pending refund', () => {
  const items = [
    { id: 'lamp', meta: { unshipped_quantity: 6 } },
    { id: 'wrap', meta: { unshipped_quantity: 0 } },
  ]
  const shipment = (status: string, quantity: number) => ({ status, items: [{ id: 'lamp', quantity }] })
  const refund = (status: string, quantity: number) => ({
    status,
    items: [{ id: 'lamp', quantity, shipped_quantity: 1 }],
  })
  const shipments = [shipment('shipped', 5), shipment('cancelled', 2), shipment('pending', 2)]
  const transactions = [refund('complete', 3), refund('pending', 2), refund('failed', 4), { status: 'complete' }]
  expect(freeUnits(items, shipments, transactions)).toEqual({ lamp: 3, wrap: 0 })
})

test('units to refund say how many were shipped only where both kinds are left', () => {
  const mixed = { remaining: 6, unshipped: 4, planned: 1 }
  expect([1, 3, 4, 5].map((quantity) => chooseUnits(mixed, quantity))).toEqual([
    { quantity: 1, shipped_quantity: 0 },
    { quantity: 3, shipped_quantity: 0 },
    { quantity: 4, shipped_quantity: 1 },
    { quantity: 5, shipped_quantity: 2 },
  ])
  expect(chooseUnits(mixed, 2, 9)).toEqual({ quantity: 2, shipped_quantity: 2 })
  expect(chooseUnits({ remaining: 2, unshipped: 2, planned: 0 }, 1)).toEqual({ quantity: 1 })
  expect(kindsLeft(mixed)).toBe('2 shipped, 4 not shipped, 1 in pending shipments: cancel these first')
  expect(kindsLeft({ remaining: 2, unshipped: 0, planned: 0 })).toBe('')
})

test('the timeline has payments, shipments, notes and events, newest first', () => {
  const at = (minute: number) => `2026-11-25T10:0${minute}:00.000Z`
  const dated = (minute: number) => ({ meta: { timestamps: { created_at: at(minute), updated_at: at(minute) } } })
  const timeline = timelineOf({
    events: [{ id: 'paid', ...dated(1) }],
    transactions: [
      {
        id: 't',
        transaction_type: 'purchase',
        status: 'complete',
        amount: 1000,
        currency: 'USD',
        ...dated(1),
      } as Transaction,
    ],
    shipments: [
      {
        id: 's',
        items: [{ id: 'lamp', quantity: 2 }],
        carrier: 'Mail',
        tracking_number: '',
        ...dated(2),
        shipped_at: at(2),
        delivered_at: at(5),
      },
      {
        id: 'p',
        items: [{ id: 'lamp', quantity: 1 }],
        carrier: '',
        tracking_number: '',
        ...dated(4),
        shipped_at: null,
        delivered_at: null,
      },
    ] as Shipment[],
    notes: [{ id: 'n', text: 'Called.', ...dated(3) } as OrderNote],
  })
  expect(timeline.map((entry) => ('title' in entry ? `${entry.title}: ${entry.detail}` : entry.event.id))).toEqual([
    'Shipment delivered: 2 units, Mail',
    'Shipment created: 1 unit',
    'Note: Called.',
    'Shipment shipped: 2 units, Mail',
    'paid',
    'Purchase of $10.00: Complete',
  ])
})

test('deliveries are counted by their progress', () => {
  const jobs = (['succeeded', 'pending', 'delivering', 'failed'] as const).map((status) => ({ status }))
  expect(countDeliveries(jobs)).toEqual({ delivered: 1, waiting: 2, failed: 1, cancelled: 0 })
})

test('an address omits its missing parts', () => {
  const address = { first_name: 'Ada', last_name: '', line_1: '1 Main', line_2: '', city: 'Portland', country: 'US' }
  expect(addressLines(address)).toEqual(['Ada', '1 Main', 'Portland', 'United States'])
})
