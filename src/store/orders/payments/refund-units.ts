import { AppError, invalid } from '../../../kernel/errors.ts'
import type { SandboxOptions } from '../../gateways/decide.ts'
import type { Work } from '../../kit/work.ts'
import { figureUnits } from '../rules/refunded-units.ts'
import { selectItems } from '../store.ts'
import type { AskedUnits, RefundedUnits } from '../units.ts'
import { leftOf } from './capture.ts'
import { type Charged, charge } from './charge.ts'
import type { Books } from './settle.ts'
import type { Transaction } from './transaction.ts'

type UnitsBack = { parent: Transaction; asked: readonly AskedUnits[]; options: SandboxOptions }

/** Gives back what units cost, by what was frozen at checkout, of the transaction that took it. Throws `conflict`, `invalid`. */
export async function refundUnits(work: Work, books: Books, { parent, asked, options }: UnitsBack): Promise<Charged> {
  const { owner_id, id } = books.order
  const { units, problems } = figureUnits(await selectItems(work.tx, { owner_id, order_id: id }), books.entries, asked)
  if (problems.length > 0) throw invalid(problems)
  const amount = sumOf(units, leftOf(books, parent, 'refund'))
  const { gateway } = parent
  return charge(work, books, { transaction_type: 'refund', gateway, amount, parent, items: units, options })
}

function sumOf(units: readonly RefundedUnits[], left: number): number {
  if (left <= 0) throw new AppError('conflict', [{ detail: 'Nothing is left to refund of this transaction.' }])
  const amount = units.reduce((sum, one) => sum + one.amount, 0)
  if (amount >= 1 && amount <= left) return amount
  const wrong =
    amount === 0
      ? '0: there is nothing to refund'
      : `${amount}, more than the ${left} that is left to refund of this transaction`
  throw invalid([{ detail: `data.items comes to ${wrong}.`, pointer: '/data/items' }])
}
