import { AppError, invalid } from '../../../kernel/errors.ts'
import type { Work } from '../../kit/work.ts'
import type { RequestedUnits } from '../units.ts'
import { chargePart, describeTransaction, findEntry, type Part } from './capture.ts'
import type { Charged } from './charge.ts'
import { refundUnits } from './refund-units.ts'
import { type LockedLedger, lockLedger } from './settle.ts'
import type { Transaction } from './transaction.ts'

/** Either an amount or units. */
type Refund = Part & { items?: readonly RequestedUnits[] }

/** Refunds a purchase or a capture, or the only capture of an authorization. Throws `not_found`, `conflict`, `invalid`. */
export async function refund(work: Work, order_id: string, transaction_id: string, request: Refund): Promise<Charged> {
  const { items, ...part } = request
  if (items !== undefined && part.amount !== undefined) throw invalid([AMOUNT_AND_ITEMS])
  const ledger = await lockLedger(work, order_id)
  const parent = findRefundable(ledger, findEntry(ledger, transaction_id))
  if (items === undefined) return chargePart(work, ledger, { transaction_type: 'refund', parent, part })
  return refundUnits(work, ledger, { parent, requested: items, options: part.options ?? {} })
}

const AMOUNT_AND_ITEMS = {
  detail: 'data.amount is not allowed together with data.items, which determine the amount.',
  pointer: '/data/amount',
}

/** The transaction that charged the money: the named one, or the only capture of an authorization. */
function findRefundable({ entries }: LockedLedger, named: Transaction): Transaction {
  if (named.transaction_type !== 'authorize') return assertRefundable(named)
  const captures = entries.filter(({ parent_id, status }) => parent_id === named.id && status === 'complete')
  const [only, ...more] = captures
  if (only === undefined) throw new AppError('conflict', [{ detail: 'Nothing of this authorization was captured.' }])
  if (more.length === 0) return only
  const ids = captures.map(({ id }) => id).join(', ')
  throw new AppError('conflict', [{ detail: `The authorization was captured in parts: refund one of ${ids}.` }])
}

function assertRefundable(named: Transaction): Transaction {
  const isCharge = named.transaction_type === 'purchase' || named.transaction_type === 'capture'
  if (isCharge && named.status === 'complete') return named
  const detail = `Only a complete purchase or capture can be refunded; ${describeTransaction(named)}`
  throw new AppError('conflict', [{ detail }])
}
