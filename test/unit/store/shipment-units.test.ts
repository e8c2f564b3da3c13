import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  canBecome,
  planUnits,
  remainingUnits,
  SHIPMENT_STATUSES,
  type ShipmentStatus,
} from '../../../src/store/orders/rules/shipments.ts'

type Part = { status: ShipmentStatus; items: { id: string; quantity: number }[] }

const IDS = ['a', 'b', 'c', 'd'] as const
const lines = fc
  .tuple(
    ...IDS.map((id) =>
      fc.record({ id: fc.constant(id), quantity: fc.integer({ min: 1, max: 6 }), shippable: fc.boolean() }),
    ),
  )
  .map((all) => all.map((line) => ({ ...line, name: line.id })))
const requested = fc.array(fc.record({ id: fc.constantFrom(...IDS, 'x'), quantity: fc.integer({ min: 1, max: 4 }) }), {
  minLength: 1,
  maxLength: 4,
})
const step = fc.oneof(
  { weight: 3, arbitrary: requested.map((items) => ({ do: 'add' as const, items })) },
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

test('shipped and remaining units always add up to the ordered ones', () => {
  fc.assert(
    fc.property(lines, fc.array(step, { maxLength: 20 }), (all, steps) => {
      const parts: Part[] = []
      for (const each of steps) {
        if (each.do === 'add') {
          const { units, problems } = planUnits(all, parts, each.items)
          if (problems.length === 0) parts.push({ status: 'pending', items: units })
        } else {
          const part = parts[each.nth]
          if (part !== undefined && canBecome(part.status, each.to)) part.status = each.to
        }
        const left = new Map(remainingUnits(all, parts).map(({ id, quantity }) => [id, quantity]))
        const live = parts.filter(({ status }) => status !== 'cancelled')
        for (const { id, quantity, shippable } of all) {
          expect(sum(live, id) + (left.get(id) ?? 0)).toBe(shippable ? quantity : 0)
          expect(sum(live, id)).toBeLessThanOrEqual(quantity)
        }
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
