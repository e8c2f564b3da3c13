import type { RefundedUnits } from '../../../event-types/resources/transaction.ts'
import { invalid } from '../../../kernel/errors.ts'
import type { SandboxOptions } from '../../gateways/decide.ts'
import type { Work } from '../../kit/work.ts'
import { computeUnits } from '../rules/refunded-units.ts'
import { remainingAmount } from '../rules/transaction-refusals.ts'
import { selectItems } from '../store.ts'
import type { RequestedUnits } from '../units.ts'
import { type Charged, charge } from './charge.ts'
import type { LockedLedger } from './settle.ts'
import type { Transaction } from './transaction.ts'

type UnitRefund = { parent: Transaction; requested: readonly RequestedUnits[]; options: SandboxOptions }

/** Refunds units at the price frozen at checkout, from the transaction that charged them, of which something is left. Throws `invalid`. */
export async function refundUnits(
  work: Work,
  ledger: LockedLedger,
  { parent, requested, options }: UnitRefund,
): Promise<Charged> {
  const { owner_id, id } = ledger.order
  const { units, problems } = computeUnits(
    await selectItems(work.tx, { owner_id, order_id: id }),
    ledger.entries,
    requested,
  )
  if (problems.length > 0) throw invalid(problems)
  const amount = refundAmount(units, remainingAmount(ledger.entries, parent, 'refund'))
  const { gateway } = parent
  return charge(work, ledger, { transaction_type: 'refund', gateway, amount, parent, items: units, options })
}

function refundAmount(units: readonly RefundedUnits[], remaining: number): number {
  const amount = units.reduce((sum, one) => sum + one.amount, 0)
  if (amount >= 1 && amount <= remaining) return amount
  const reason =
    amount === 0
      ? '0: there is nothing to refund'
      : `${amount}, more than the ${remaining} that is left to refund of this transaction`
  throw invalid([{ detail: `The total of data.items is ${reason}.`, pointer: '/data/items' }])
}
