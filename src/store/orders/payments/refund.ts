import { AppError, invalid } from '../../../kernel/errors.ts'
import type { Work } from '../../kit/work.ts'
import { findRefundable } from '../rules/transaction-refusals.ts'
import type { RequestedUnits } from '../units.ts'
import { chargePart, findEntry, type Part } from './capture.ts'
import type { Charged } from './charge.ts'
import { refundUnits } from './refund-units.ts'
import { lockLedger } from './settle.ts'

/** Either an amount or units. */
type Refund = Part & { items?: readonly RequestedUnits[] }

/** Refunds a purchase or a capture, or the only capture of an authorization. Throws `not_found`, `conflict`, `invalid`. */
export async function refund(work: Work, order_id: string, transaction_id: string, request: Refund): Promise<Charged> {
  const { items, ...part } = request
  if (items !== undefined && part.amount !== undefined) throw invalid([AMOUNT_AND_ITEMS])
  const ledger = await lockLedger(work, order_id)
  const found = findRefundable(ledger.entries, findEntry(ledger.entries, transaction_id))
  if ('refusal' in found) throw new AppError('conflict', [{ detail: found.refusal }])
  const { parent } = found
  if (items === undefined) return chargePart(work, ledger, { transaction_type: 'refund', parent, part })
  return refundUnits(work, ledger, { parent, requested: items, options: part.options ?? {} })
}

const AMOUNT_AND_ITEMS = {
  detail: 'data.amount is not allowed together with data.items, which determine the amount.',
  pointer: '/data/amount',
}
