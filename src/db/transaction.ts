import { setTimeout as wait } from 'node:timers/promises'
import type { Database, Transaction } from './database.ts'
import { isConflict } from './unreachable.ts'

type Callbacks = { committed: (() => void)[]; rolledBack: (() => void)[] }

const callbacks = new WeakMap<Transaction, Callbacks>()

const MAX_TRIES = 5
/** Maximum pause before the second try, in milliseconds. It doubles with each further try. */
const FIRST_PAUSE = 20

/**
 * Runs `work` in one transaction, then the callbacks registered with `afterwards` once the outcome is known. If
 * PostgreSQL rolls it back in favor of another transaction (deadlock or serialization failure), `work` runs again from
 * the start, so side effects besides statements belong in `afterwards`.
 */
export async function transact<T>(db: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await transactOnce(db, work)
    } catch (error) {
      if (tries === MAX_TRIES || !isConflict(error)) throw error
      await wait(Math.random() * FIRST_PAUSE * 2 ** (tries - 1))
    }
  }
}

async function transactOnce<T>(db: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const after: Callbacks = { committed: [], rolledBack: [] }
  try {
    const result = await db.transaction((tx) => {
      callbacks.set(tx, after)
      return work(tx)
    })
    for (const callback of after.committed) callback()
    return result
  } catch (error) {
    for (const callback of after.rolledBack) callback()
    throw error
  }
}

/** Registers callbacks for the outcome of the transaction, which must be one of `transact`. */
export function afterwards(tx: Transaction, outcome: { committed: () => void; rolledBack: () => void }): void {
  const after = callbacks.get(tx)
  if (after === undefined) throw new Error('afterwards() needs a transaction opened by transact()')
  after.committed.push(outcome.committed)
  after.rolledBack.push(outcome.rolledBack)
}
