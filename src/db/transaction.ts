import { setTimeout as wait } from 'node:timers/promises'
import type { Database, Transaction } from './database.ts'
import { isConflict } from './unreachable.ts'

type Callbacks = { committed: (() => void)[]; rolledBack: (() => void)[] }

const callbacks = new WeakMap<Transaction, Callbacks>()

const MOST_TRIES = 5
/** Milliseconds that the second try waits at most; each further one twice as long. */
const FIRST_PAUSE = 20

/**
 * Runs `work` in one transaction; what it registered for afterwards runs once the outcome is known. When PostgreSQL undoes
 * it for the sake of another transaction (a deadlock, or two that cannot both have come first), it runs again from its
 * beginning: what it does besides statements has to be registered with `afterwards`.
 */
export async function transact<T>(db: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await transactOnce(db, work)
    } catch (error) {
      if (tries === MOST_TRIES || !isConflict(error)) throw error
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

/** Registers what to do when the transaction has committed, or else has not. The transaction must be one of `transact`. */
export function afterwards(tx: Transaction, outcome: { committed: () => void; rolledBack: () => void }): void {
  const after = callbacks.get(tx)
  if (after === undefined) throw new Error('afterwards() needs a transaction opened by transact()')
  after.committed.push(outcome.committed)
  after.rolledBack.push(outcome.rolledBack)
}
