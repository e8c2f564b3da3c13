import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type Entry,
  ledgerOf,
  paymentOf,
  pendingOf,
  type Status,
  statusOf,
} from '../../../src/store/orders/rules/ledger.ts'

const entry: fc.Arbitrary<Entry> = fc
  .record({
    transaction_type: fc.constantFrom('purchase' as const, 'authorize' as const, 'capture' as const, 'refund' as const),
    status: fc.constantFrom('pending' as const, 'complete' as const, 'failed' as const, 'cancelled' as const),
    amount: fc.integer({ min: 1, max: 1000 }),
    part: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  .map(({ part, ...one }) => ({
    ...one,
    captured_amount: one.transaction_type === 'authorize' ? Math.floor(one.amount * part) : 0,
  }))

test('the payment state is exactly the one that the amounts imply', () => {
  fc.assert(
    fc.property(fc.nat({ max: 2000 }), fc.array(entry, { maxLength: 12 }), (total, entries) => {
      const { authorized, captured, refunded } = ledgerOf(total, entries)
      const payment = paymentOf({ total, authorized, captured, refunded })
      if (total === 0) expect(payment).toBe('paid')
      else if (refunded > 0) expect(payment).toBe(refunded >= captured ? 'refunded' : 'partially_refunded')
      else if (captured > 0) expect(payment).toBe(captured >= total ? 'paid' : 'partially_paid')
      else if (authorized > 0) expect(payment).toBe(authorized >= total ? 'authorized' : 'partially_authorized')
      else expect(payment).toBe('unpaid')
    }),
  )
})

test('only complete transactions count, in any order, and pending ones count separately', () => {
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 12 }), (entries) => {
      const complete = entries.filter(({ status }) => status === 'complete')
      expect(ledgerOf(1, entries)).toEqual(ledgerOf(1, complete.toReversed()))
      expect(pendingOf(complete)).toBe(0)
      const waiting = entries.filter(
        (one) => one.status === 'pending' && ['purchase', 'authorize'].includes(one.transaction_type),
      )
      expect(pendingOf(entries)).toBe(waiting.reduce((sum, { amount }) => sum + amount, 0))
    }),
  )
})

test.each<[Status, number, number, number, Status]>([
  ['incomplete', 0, 0, 0, 'incomplete'],
  ['incomplete', 5, 0, 0, 'processing'],
  ['processing', 0, 0, 0, 'incomplete'],
  ['processing', 0, 10, 0, 'complete'],
  ['processing', 0, 4, 4, 'processing'],
  ['processing', 0, 10, 1, 'complete'],
  ['complete', 0, 0, 0, 'complete'],
  ['cancelled', 0, 10, 0, 'cancelled'],
])(
  '%s with %d authorized, %d captured and %d refunded of 10 is %s',
  (before, authorized, captured, refunded, after) => {
    expect(statusOf(before, { total: 10, authorized, captured, refunded })).toBe(after)
  },
)

test('an open order is complete exactly if all captures reach the total, despite refunds', () => {
  fc.assert(
    fc.property(fc.nat({ max: 2000 }), fc.array(entry, { maxLength: 12 }), (total, entries) => {
      const captured = entries
        .filter(({ status, transaction_type }) => status === 'complete' && /purchase|capture/.test(transaction_type))
        .reduce((sum, { amount }) => sum + amount, 0)
      for (const before of ['incomplete', 'processing'] as const)
        expect(statusOf(before, ledgerOf(total, entries)) === 'complete').toBe(captured >= total)
    }),
  )
})
