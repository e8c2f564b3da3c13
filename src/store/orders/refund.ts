import { AppError } from '../../kernel/errors.ts'
import type { Work } from '../kit/work.ts'
import { chargePart, findEntry, type Part, told } from './capture.ts'
import type { Charged } from './charge.ts'
import { type Books, openBooks } from './settle.ts'
import type { Transaction } from './transaction.ts'

/** Gives money back of a purchase or a capture, or of the one capture of an authorization. Throws `not_found`, `conflict`, `invalid`. */
export async function refund(work: Work, order_id: string, transaction_id: string, part: Part): Promise<Charged> {
  const books = await openBooks(work, order_id)
  const taken = takenBy(books, findEntry(books, transaction_id))
  return chargePart(work, books, { transaction_type: 'refund', parent: taken, part })
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
