import type { Caller } from '../../../http/callers/caller.ts'
import { insert } from '../../kit/rows.ts'
import type { Work } from '../../kit/work.ts'
import { lockOrder } from '../lock-order.ts'
import { refuse } from '../refuse.ts'
import { refuseNotes } from '../rules/refusals.ts'
import { type OrderNote, orderNotes } from './note.ts'

type Author = Pick<Caller, 'person_id' | 'key_id'>

/** Adds a note by the caller to an order. Throws `not_found` and `conflict`. */
export async function createNote(
  work: Work,
  order_id: string,
  { person_id, key_id }: Author,
  text: string,
): Promise<OrderNote> {
  // Locked, so that no note is added while the order is being anonymized.
  const order = await lockOrder(work, order_id, null)
  refuse(refuseNotes(order))
  const author = person_id === null ? { key_id } : { person_id }
  return insert(work, orderNotes, { order_id: order.id, text, ...author })
}
