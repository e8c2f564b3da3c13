import { expect, test } from 'vitest'
import { addressLines } from '../../src/kit/values/address-lines.ts'
import { countDeliveries } from '../../src/pages/orders/rules/deliveries.ts'
import { isQuick, QUICK_FILTERS, toggleQuick } from '../../src/pages/orders/rules/quick-filters.ts'
import { freeUnits } from '../../src/pages/orders/rules/shipment-units.ts'
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

test('a cancelled shipment frees its units, and custom items are not shipped', () => {
  const items = [
    { id: 'lamp', quantity: 3, product_id: 'p' },
    { id: 'wrap', quantity: 1, product_id: '' },
  ]
  const shipment = (status: string, quantity: number) => ({ status, items: [{ id: 'lamp', quantity }] })
  expect(freeUnits(items, [shipment('shipped', 1), shipment('cancelled', 2)])).toEqual({ lamp: 2, wrap: 0 })
})

test('deliveries are counted by their progress', () => {
  const jobs = (['succeeded', 'pending', 'delivering', 'failed'] as const).map((status) => ({ status }))
  expect(countDeliveries(jobs)).toEqual({ delivered: 1, waiting: 2, failed: 1, cancelled: 0 })
})

test('an address omits its missing parts', () => {
  const address = { first_name: 'Ada', last_name: '', line_1: '1 Main', line_2: '', city: 'Portland', country: 'US' }
  expect(addressLines(address)).toEqual(['Ada', '1 Main', 'Portland', 'United States'])
})
