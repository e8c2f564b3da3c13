import type { Database, Transaction } from './tables.ts'

type Callbacks = { committed: (() => void)[]; rolledBack: (() => void)[] }

const callbacks = new WeakMap<Transaction, Callbacks>()

/** Runs `work` in one transaction; what it registered for afterwards runs once the outcome is known. */
export async function transact<T>(db: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const after: Callbacks = { committed: [], rolledBack: [] }
  try {
    const result = await db.transaction().execute((tx) => {
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

/** Registers what to do when the transaction has committed, or else has not. The transaction must be one of `transact`. */
export function afterwards(tx: Transaction, outcome: { committed: () => void; rolledBack: () => void }): void {
  const after = callbacks.get(tx)
  if (after === undefined) throw new Error('afterwards() needs a transaction opened by transact()')
  after.committed.push(outcome.committed)
  after.rolledBack.push(outcome.rolledBack)
}
