import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { amountOfUnits, computeUnits, refundedTotals } from '../../../src/store/orders/rules/refunded-units.ts'

const NOTHING = { quantity: 0, amount: 0 }

const line = fc.record({
  id: fc.constant('lamp'),
  quantity: fc.integer({ min: 1, max: 40 }),
  net: fc.oneof(fc.nat(50), fc.nat(1_000_000), fc.nat(2 ** 50)),
  tax: fc.oneof(fc.constant(0), fc.nat(50), fc.nat(200_000)),
})

type Status = 'complete' | 'pending' | 'failed'
type Refund = { status: Status; items: { id: string; quantity: number; amount: number }[] | null }

/** Number of further units to refund, and the outcome, which may come only when a pending refund is decided. */
const requests = fc.array(
  fc.record({
    quantity: fc.integer({ min: 1, max: 12 }),
    status: fc.constantFrom<Status>('complete', 'complete', 'pending', 'failed'),
    decides: fc.option(fc.record({ nth: fc.nat(20), status: fc.constantFrom<Status>('complete', 'failed') })),
  }),
  { maxLength: 25 },
)

describe("refunds of a line's units", () => {
  test("add up to the line's total, however they are split", () => {
    const parts = fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(line, parts, (sold, split) => {
        const quantity = split.reduce((sum, part) => sum + part, 0)
        const taken = { ...NOTHING }
        for (const part of split) {
          const amount = amountOfUnits({ ...sold, quantity }, taken, part)
          expect(amount).toBeGreaterThanOrEqual(0)
          taken.quantity += part
          taken.amount += amount
          const share = ((sold.net + sold.tax) * taken.quantity) / quantity
          expect(Math.abs(taken.amount - share)).toBeLessThanOrEqual(0.5 + share * Number.EPSILON * 2)
        }
        expect(taken).toEqual({ quantity, amount: sold.net + sold.tax })
      }),
    )
  })

  test('stay between zero and the total despite failures, and reach the total in the end', () => {
    fc.assert(
      fc.property(line, requests, (sold, requested) => {
        const total = sold.net + sold.tax
        const entries: Refund[] = []
        for (const { quantity, status, decides } of requested) {
          const { units, problems } = computeUnits([sold], entries, [{ id: sold.id, quantity }])
          const left = sold.quantity - refundedTotals(entries, sold.id).quantity
          expect([units.length, problems.length]).toEqual(quantity <= left ? [1, 0] : [0, 1])
          expect(units.every(({ amount }) => amount >= 0)).toBe(true)
          if (units.length > 0) entries.push({ status, items: units })
          const open = entries.filter((entry) => entry.status === 'pending')
          const decided = decides === null ? undefined : open[decides.nth % Math.max(1, open.length)]
          if (decided !== undefined && decides !== null) decided.status = decides.status
          expect(refundedTotals(entries, sold.id).amount).toBeLessThanOrEqual(total)
        }
        const taken = refundedTotals(entries, sold.id)
        const rest = sold.quantity - taken.quantity
        const last = rest === 0 ? 0 : amountOfUnits(sold, taken, rest)
        expect(taken.amount + last).toBe(total)
      }),
      { numRuns: 1000 },
    )
  })

  test('are never negative, even if units of amount zero fail between others', () => {
    const sold = { id: 'screw', quantity: 10, net: 5, tax: 0 }
    const entries: Refund[] = []
    for (let unit = 0; unit < sold.quantity; unit += 1)
      entries.push({ status: 'pending', items: computeUnits([sold], entries, [{ id: sold.id, quantity: 1 }]).units })
    expect(entries.map(({ items }) => items?.[0]?.amount)).toEqual([1, 0, 1, 0, 1, 0, 1, 0, 1, 0])
    for (const [index, entry] of entries.entries()) entry.status = index % 2 === 0 ? 'complete' : 'failed'
    const again = [1, 2, 3, 4, 5].map((quantity) => amountOfUnits(sold, refundedTotals(entries, sold.id), quantity))
    expect(again).toEqual([0, 0, 0, 0, 0])
  })
})

describe('a refund request', () => {
  const lines = [
    { id: 'lamp', quantity: 3, net: 1000, tax: 0 },
    { id: 'shade', quantity: 2, net: 500, tax: 0 },
  ]
  const entries: Refund[] = [
    { status: 'complete', items: [{ id: 'shade', quantity: 1, amount: 250 }] },
    { status: 'pending', items: [{ id: 'shade', quantity: 1, amount: 250 }] },
    { status: 'failed', items: [{ id: 'lamp', quantity: 2, amount: 667 }] },
    { status: 'complete', items: [{ id: 'lamp', quantity: 1, amount: 333 }] },
    { status: 'complete', items: null },
  ]

  test('is rejected with every problem at its item', () => {
    const requested = [
      { id: 'LAMP', quantity: 3 },
      { id: 'sofa', quantity: 1 },
      { id: 'shade', quantity: 1 },
      { id: 'lamp', quantity: 1 },
    ]
    expect(computeUnits(lines, entries, requested)).toEqual({
      units: [],
      problems: [
        {
          detail: 'data.items[0].quantity must be from 1 to 2, the units that are left to refund of this item.',
          pointer: '/data/items/0/quantity',
        },
        { detail: 'data.items[1].id is not an item of this order.', pointer: '/data/items/1/id' },
        { detail: 'Nothing is left to refund of data.items[2].', pointer: '/data/items/2/quantity' },
        { detail: 'data.items[3].id repeats the item of data.items[0].id.', pointer: '/data/items/3/id' },
      ],
    })
  })

  test('is computed for the units that are left', () => {
    expect(computeUnits(lines, entries, [{ id: 'lamp', quantity: 1 }])).toEqual({
      units: [{ id: 'lamp', quantity: 1, amount: 334 }],
      problems: [],
    })
  })
})
