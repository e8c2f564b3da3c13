import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  canBecome,
  planUnits,
  SHIPMENT_STATUSES,
  type ShipmentStatus,
} from '../../../src/store/orders/rules/shipments.ts'
import { type CountedLine, closingOf, isAllShipped, remainingUnits } from '../../../src/store/orders/rules/units.ts'
import { splitUnits } from '../../../src/store/orders/rules/withdrawn-units.ts'

type Part = { status: ShipmentStatus; items: { id: string; quantity: number }[] }
type Line = CountedLine & { name: string; promotion_id: string | null }

const COUNTERS = { shipped_quantity: 0, withdrawn_quantity: 0, withdrawing_quantity: 0, promotion_id: null }
const IDS = ['a', 'b', 'c', 'd'] as const
const lines = fc
  .tuple(
    ...IDS.map((id) =>
      fc.record({ id: fc.constant(id), quantity: fc.integer({ min: 1, max: 6 }), shippable: fc.boolean() }),
    ),
  )
  .map((all) => all.map((line): Line => ({ ...line, ...COUNTERS, name: line.id })))
const requested = fc.array(fc.record({ id: fc.constantFrom(...IDS, 'x'), quantity: fc.integer({ min: 1, max: 4 }) }), {
  minLength: 1,
  maxLength: 4,
})
const step = fc.oneof(
  { weight: 3, arbitrary: requested.map((items) => ({ do: 'add' as const, items })) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('refund' as const),
      id: fc.constantFrom(...IDS),
      quantity: fc.integer({ min: 1, max: 3 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('move' as const),
      nth: fc.nat(9),
      to: fc.constantFrom(...SHIPMENT_STATUSES),
    }),
  },
)

const sum = (parts: readonly Part[], id: string) =>
  parts.flatMap(({ items }) => items).reduce((all, unit) => all + (unit.id === id ? unit.quantity : 0), 0)

function ship(all: readonly Line[], { items }: Part): void {
  for (const { id, quantity } of items) {
    const line = all.find((one) => one.id === id)
    if (line !== undefined) line.shipped_quantity += quantity
  }
}

test('shipped, withdrawn and remaining units always add up to the ordered ones', () => {
  fc.assert(
    fc.property(lines, fc.array(step, { maxLength: 20 }), (all, steps) => {
      const parts: Part[] = []
      const entries: { status: 'complete'; items: { id: string; quantity: number; amount: number }[] }[] = []
      for (const each of steps) {
        if (each.do === 'add') {
          const { units, problems } = planUnits(all, parts, each.items)
          if (problems.length === 0) parts.push({ status: 'pending', items: units })
        } else if (each.do === 'refund') {
          const line = all.find(({ id }) => id === each.id)
          const taken = entries.flatMap(({ items }) => items).filter(({ id }) => id === each.id)
          if (line === undefined) continue
          if (taken.reduce((total, { quantity }) => total + quantity, each.quantity) > line.quantity) continue
          const state = { order: { shipping: 'unfulfilled' as const }, lines: all, entries, shipments: parts }
          const { units, problems } = splitUnits(state, [{ ...each, amount: 1 }], { items: [each], restock: false })
          if (problems.length > 0) continue
          entries.push({ status: 'complete', items: units })
          for (const { quantity, shipped_quantity = 0 } of units) line.withdrawn_quantity += quantity - shipped_quantity
        } else {
          const part = parts[each.nth]
          if (part === undefined || !canBecome(part.status, each.to)) continue
          if (each.to === 'shipped') ship(all, part)
          part.status = each.to
        }
        const left = new Map(remainingUnits(all, parts).map(({ id, quantity }) => [id, quantity]))
        const live = parts.filter(({ status }) => status !== 'cancelled')
        for (const { id, quantity, shippable, withdrawn_quantity } of all) {
          expect(sum(live, id) + withdrawn_quantity + (left.get(id) ?? 0)).toBe(
            shippable ? quantity : withdrawn_quantity,
          )
          expect(left.get(id) ?? 0).toBeGreaterThanOrEqual(0)
        }
        const planned = parts.some(({ status }) => status === 'pending')
        expect(isAllShipped(all)).toBe(left.size === 0 && !planned)
      }
    }),
  )
})

test('a request is rejected exactly if it has more units of a line than remain', () => {
  fc.assert(
    fc.property(lines, requested, (all, items) => {
      const fits = [...new Set(items.map(({ id }) => id))].every((id) => {
        const line = all.find((one) => one.id === id)
        const named = items.reduce((total, unit) => total + (unit.id === id ? unit.quantity : 0), 0)
        return line?.shippable === true && named <= line.quantity
      })
      expect(planUnits(all, [], items).problems.length === 0).toBe(fits)
    }),
  )
})

test('a shipment never returns to an earlier state', () => {
  const steps = SHIPMENT_STATUSES.flatMap((from) =>
    SHIPMENT_STATUSES.filter((to) => canBecome(from, to)).map((to) => `${from} > ${to}`),
  )
  expect(steps).toEqual(['pending > shipped', 'pending > cancelled', 'shipped > delivered'])
})

describe('a refund of a partly shipped line', () => {
  const line: Line = { ...COUNTERS, id: 'a', name: 'a', quantity: 6, shippable: true, shipped_quantity: 2 }
  const split = (
    quantity: number,
    {
      shipped_quantity,
      restock = false,
      planned = 0,
    }: { shipped_quantity?: number; restock?: boolean; planned?: number },
  ) => {
    const shipments = [{ status: 'pending', items: [{ id: 'a', quantity: planned }] }]
    const state = { order: { shipping: 'unfulfilled' as const }, lines: [line], entries: [], shipments }
    const item = { id: 'a', quantity, ...(shipped_quantity !== undefined && { shipped_quantity }) }
    const { units, problems } = splitUnits(state, [{ id: 'a', quantity, amount: 1 }], { items: [item], restock })
    return problems.length > 0 ? problems.map(({ detail }) => detail) : units[0]?.shipped_quantity
  }

  test('takes the unshipped units first, unless it says otherwise', () => {
    expect(split(3, {})).toBe(0)
    expect(split(5, {})).toBe(1)
    expect(split(2, { shipped_quantity: 2 })).toBe(2)
  })

  test('rejects units that do not exist, are planned, or may not have come back', () => {
    const left = 'of the units left to refund of this item, 2 were shipped and 4 were not.'
    expect(split(3, { shipped_quantity: 3 })).toEqual([`data.items[0].shipped_quantity must be from 0 to 2: ${left}`])
    expect(split(6, { shipped_quantity: 0 })).toEqual([`data.items[0].shipped_quantity must be 2: ${left}`])
    expect(split(1, { restock: true })).toEqual([`data.items[0].shipped_quantity is required with restock: ${left}`])
    expect(split(2, { planned: 3 })).toEqual([
      'data.items[0].quantity includes units in pending shipments (3): cancel those shipments or reduce their items first.',
    ])
    expect(split(1, { planned: 3 })).toBe(0)
  })
})

test('an order without units to ship is fulfilled, or cancelled if all bought units were withdrawn', () => {
  const lamp: Line = { ...COUNTERS, id: 'a', name: 'a', quantity: 2, shippable: true }
  const card: Line = { ...COUNTERS, id: 'b', name: 'b', quantity: 1, shippable: false }
  const open = { status: 'complete', shipping: 'unfulfilled' } as const
  expect(closingOf(open, [{ ...lamp, withdrawn_quantity: 1 }])).toBe(null)
  expect(closingOf(open, [{ ...lamp, withdrawn_quantity: 2 }])).toBe('cancelled')
  expect(closingOf(open, [{ ...lamp, withdrawn_quantity: 1, shipped_quantity: 1 }])).toBe('fulfilled')
  expect(closingOf(open, [{ ...lamp, withdrawn_quantity: 2 }, card])).toBe('fulfilled')
  expect(closingOf({ ...open, status: 'processing' }, [{ ...lamp, withdrawn_quantity: 2 }, card])).toBe(null)
  expect(closingOf(open, [{ ...lamp, withdrawn_quantity: 1, withdrawing_quantity: 1 }])).toBe(null)
  expect(closingOf(open, [{ ...card, quantity: 2, withdrawn_quantity: 1 }])).toBe(null)
  const gift: Line = { ...lamp, id: 'c', quantity: 1, promotion_id: 'two lamps, one shade' }
  expect(closingOf(open, [{ ...lamp, withdrawn_quantity: 2 }, gift])).toBe('cancelled')
  expect(closingOf(open, [{ ...lamp, withdrawn_quantity: 1 }, gift])).toBe(null)
  expect(
    closingOf(open, [
      { ...lamp, withdrawn_quantity: 2 },
      { ...gift, shipped_quantity: 1 },
    ]),
  ).toBe('fulfilled')
  expect(closingOf({ status: 'cancelled', shipping: 'unfulfilled' }, [{ ...lamp, withdrawn_quantity: 2 }])).toBe(null)
})
