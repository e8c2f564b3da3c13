import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type LedgerTransaction, ledgerRows, openingBalance } from '../../dashboard/src/pages/orders/rules/ledger.ts'
import { ledgerOf } from '../../src/store/orders/rules/ledger.ts'

type Step = { amount: number; status: LedgerTransaction['status']; pause: number }
type Charge = Step & { kind: 'purchase' | 'authorize'; parts: readonly Step[] }

const status = fc.constantFrom(...(['pending', 'complete', 'failed', 'cancelled'] as const))
const amount = fc.integer({ min: 1, max: 1_000_000 })
/** Short pauses, so that many transactions share a time. */
const pause = fc.integer({ min: 0, max: 2 })
const step: fc.Arbitrary<Step> = fc.record({ amount, status, pause })
const charge: fc.Arbitrary<Charge> = fc.record({
  amount,
  status,
  pause,
  kind: fc.constantFrom('purchase', 'authorize'),
  parts: fc.array(step, { maxLength: 3 }),
})

/** Transactions as the API lists them: captures belong to an authorization, refunds to a purchase. */
function transactionsOf(charges: readonly Charge[]) {
  let time = 0
  const made = (
    id: string,
    { amount, status, pause }: Step,
    transaction_type: LedgerTransaction['transaction_type'],
    parent?: string,
  ) => {
    time += pause
    return {
      id,
      transaction_type,
      status,
      amount,
      captured_amount: 0,
      meta: { timestamps: { created_at: new Date(time).toISOString() } },
      relationships: parent === undefined ? {} : { parent: { data: { id: parent } } },
    }
  }
  return charges.flatMap((each, index) => {
    const id = `charge-${index}`
    const charged = made(id, each, each.kind)
    const type = each.kind === 'authorize' ? 'capture' : 'refund'
    const parts =
      each.status === 'complete' ? each.parts.map((part, number) => made(`${id}-${number}`, part, type, id)) : []
    const complete = parts.filter((part) => part.status === 'complete').reduce((sum, part) => sum + part.amount, 0)
    return [{ ...charged, captured_amount: type === 'capture' ? complete : 0 }, ...parts]
  })
}

test('the last balance equals that of the order', () => {
  fc.assert(
    fc.property(amount, fc.array(charge, { maxLength: 5 }), (total, charges) => {
      const transactions = transactionsOf(charges)
      const { authorized, captured, refunded } = ledgerOf(total, transactions)
      // Same computation as `balance_owing` of an order.
      const owing = Math.max(0, total - authorized - captured)
      const last = ledgerRows(total, transactions).at(-1)?.balance ?? openingBalance(total)
      expect(last).toEqual({ authorized, captured, refunded, owing })
    }),
  )
})

test('rows run from oldest to newest, and rows of the same time keep their order', () => {
  fc.assert(
    fc.property(fc.array(charge, { maxLength: 5 }), fc.boolean(), (charges, reverse) => {
      const listed = reverse ? transactionsOf(charges).toReversed() : transactionsOf(charges)
      const rows = ledgerRows(100, listed).map(({ transaction }) => transaction)
      const position = new Map(listed.map(({ id }, index) => [id, index]))
      for (const [index, row] of rows.entries()) {
        const before = rows[index - 1]
        if (before === undefined) continue
        const [earlier, later] = [before, row].map(({ meta }) => Date.parse(meta.timestamps.created_at))
        expect(earlier).toBeLessThanOrEqual(later ?? 0)
        if (earlier === later) expect(position.get(before.id)).toBeLessThan(position.get(row.id) ?? 0)
      }
      expect(rows).toHaveLength(listed.length)
    }),
  )
})

test('each row changes the balance by its own change', () => {
  fc.assert(
    fc.property(amount, fc.array(charge, { maxLength: 5 }), (total, charges) => {
      let before = openingBalance(total)
      for (const { change, balance, counts } of ledgerRows(total, transactionsOf(charges))) {
        for (const name of ['authorized', 'captured', 'refunded'] as const) {
          expect(balance[name] - before[name]).toBe(change[name])
          if (!counts) expect(change[name]).toBe(0)
        }
        before = balance
      }
    }),
  )
})
