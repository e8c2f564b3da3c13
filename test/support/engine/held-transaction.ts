import type { Database, Transaction } from '../../../src/db/database.ts'

/** Opens a transaction that stays open until the caller ends it. */
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
