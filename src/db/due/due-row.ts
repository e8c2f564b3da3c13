import { SECOND } from '../../kernel/duration.ts'
import type { Database, Transaction } from '../database.ts'
import { transact } from '../transaction.ts'
import { isUnavailable } from '../unreachable.ts'
import { type DueOwner, noteServed, servedOwners } from './owner-order.ts'

/** Time for which a process skips a row after its step failed. */
const PASSED_OVER_MS = 30 * SECOND

/** Ids of skipped rows, with the end of the skip on the clock of `performance.now()`. */
const failed = new WeakMap<Database, Map<string, number>>()

/**
 * A step on one due row of a queue, which is a table. `take` locks the first due row whose id is not in `passed`.
 * `served`: see `leastServedFirst`.
 */
export type DueRowStep<Row, Result> = {
  queue: string
  take: (tx: Transaction, passed: readonly string[], served: readonly string[]) => Promise<Row | undefined>
  work: (tx: Transaction, row: Row) => Promise<Result>
}

/**
 * Locks one due row and processes it, in one transaction. Null if no row is due. A failed row is skipped for a while,
 * so that it does not block the rows behind it.
 */
export async function stepDueRow<Row extends DueOwner & { id: string }, Result>(
  db: Database,
  { queue, take, work }: DueRowStep<Row, Result>,
): Promise<Result | null> {
  let taken: Row | undefined
  try {
    return await transact(db, async (tx) => {
      taken = await take(tx, passedOver(db), servedOwners(db, queue))
      if (taken === undefined) return null
      noteServed(db, queue, taken)
      return work(tx, taken)
    })
  } catch (error) {
    if (taken !== undefined && !isUnavailable(error)) {
      passOver(db, taken.id)
      if (error instanceof Error) ofOneRow.add(error)
    }
    throw error
  }
}

const ofOneRow = new WeakSet<Error>()

/** True if the step failed for one row, which is now skipped: the next step processes another row. */
export function isRowError(error: unknown): boolean {
  return error instanceof Error && ofOneRow.has(error)
}

function passedOver(db: Database): string[] {
  const rows = failed.get(db)
  if (rows === undefined) return []
  for (const [id, until] of rows) if (until <= performance.now()) rows.delete(id)
  return [...rows.keys()]
}

function passOver(db: Database, id: string): void {
  const rows = failed.get(db) ?? new Map<string, number>()
  failed.set(db, rows.set(id, performance.now() + PASSED_OVER_MS))
}
