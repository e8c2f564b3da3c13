import { AppError, invalid } from '../../../kernel/errors.ts'
import type { Work } from '../../kit/work.ts'
import type { AskedUnits } from '../units.ts'
import { chargePart, findEntry, type Part, told } from './capture.ts'
import type { Charged } from './charge.ts'
import { refundUnits } from './refund-units.ts'
import { type Books, openBooks } from './settle.ts'
import type { Transaction } from './transaction.ts'

/** Units say how much it is; without them it is a part. */
type Refund = Part & { items?: readonly AskedUnits[] }

/** Gives money back of a purchase or a capture, or of the one capture of an authorization. Throws `not_found`, `conflict`, `invalid`. */
export async function refund(work: Work, order_id: string, transaction_id: string, asked: Refund): Promise<Charged> {
  const { items, ...part } = asked
  if (items !== undefined && part.amount !== undefined) throw invalid([BOTH])
  const books = await openBooks(work, order_id)
  const parent = takenBy(books, findEntry(books, transaction_id))
  if (items === undefined) return chargePart(work, books, { transaction_type: 'refund', parent, part })
  return refundUnits(work, books, { parent, asked: items, options: part.options ?? {} })
}

const BOTH = {
  detail: 'data.amount is not allowed beside data.items, which says how much it is.',
  pointer: '/data/amount',
}

/** The transaction that took the money which this one is about. */
function takenBy({ entries }: Books, named: Transaction): Transaction {
  if (named.transaction_type !== 'authorize') return expectTaken(named)
  const captures = entries.filter(({ parent_id, status }) => parent_id === named.id && status === 'complete')
  const [only, ...more] = captures
  if (only === undefined) throw new AppError('conflict', [{ detail: 'Nothing was captured of this authorization.' }])
  if (more.length === 0) return only
  const ids = captures.map(({ id }) => id).join(', ')
  throw new AppError('conflict', [{ detail: `The authorization was captured in parts: refund one of ${ids}.` }])
}

function expectTaken(named: Transaction): Transaction {
  const takes = named.transaction_type === 'purchase' || named.transaction_type === 'capture'
  if (takes && named.status === 'complete') return named
  const detail = `Only a complete purchase or capture can be refunded; ${told(named)}`
  throw new AppError('conflict', [{ detail }])
}
