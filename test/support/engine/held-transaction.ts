import type { Database, Transaction } from '../../../src/db/database.ts'

/** A transaction that stays open until it is ended by hand. */
export async function holdTransaction(db: Database) {
  const opened = Promise.withResolvers<Transaction>()
  const ending = Promise.withResolvers<void>()
  const done = db.transaction(async (tx) => {
    opened.resolve(tx)
    await ending.promise
  })
  return {
    tx: await opened.promise,
    commit() {
      ending.resolve()
      return done
    },
    async rollBack() {
      ending.reject(new Error('Rolled back by hand.'))
      await done.catch(() => {})
    },
  }
}
