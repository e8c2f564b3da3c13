import { SECOND } from '../../kernel/duration.ts'
import type { Database, Transaction } from '../database.ts'
import { transact } from '../transaction.ts'
import { isUnavailable } from '../unreachable.ts'
import { type DueOwner, noteServed, servedOwners } from './owner-order.ts'

/** Time for which a process passes over a row whose step has failed. */
const PASSED_OVER_MS = 30 * SECOND

/** Ids of rows that are passed over, with the end of that by `performance.now()`. */
const failed = new WeakMap<Database, Map<string, number>>()

/**
 * A step on one due row of a queue, a table. `take` locks the row that is due first, but for those with the ids `passed`.
 * `served`: see `leastServedFirst`.
 */
export type DueRowStep<Row, Result> = {
  queue: string
  take: (tx: Transaction, passed: readonly string[], served: readonly string[]) => Promise<Row | undefined>
  work: (tx: Transaction, row: Row) => Promise<Result>
}

/**
 * Takes one due row and does its work, in one transaction. Null when none is due. A row whose work fails is passed over for a
 * while, so that it does not hold up the rows behind it.
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

/** Whether a step has failed for a row that is passed over, so that the next step is one of another row. */
export function isOfOneRow(error: unknown): boolean {
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
