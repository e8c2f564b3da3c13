import type { Database, Transaction } from '../../db/tables.ts'
import { transact } from '../../db/transaction.ts'
import type { NewEvent, Record } from '../../events/event.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Owner } from '../../kernel/owner.ts'

/** What the verbs of the store's rooms work with. */
export type StoreDeps = {
  db: Database
  record: Record
  clock: Clock
  /** Ends in `/v2`. */
  base_url: string
}

/** One change of a store, however many rows it touches: one transaction, one moment, the events of all of it. */
export type Work = {
  tx: Transaction
  owner: Owner
  /** Milliseconds since the epoch. */
  now: number
  base_url: string
  /** What is recorded at the end, in this order. */
  events: Pick<NewEvent, 'triggered_by' | 'payload' | 'resource_version'>[]
}

/** Does the work in one transaction and records its events in it: all of it is committed, or nothing is. */
export async function change<T>(deps: StoreDeps, owner: Owner, body: (work: Work) => Promise<T>): Promise<T> {
  const { organization_id, store_id } = owner
  return transact(deps.db, async (tx) => {
    const work: Work = { tx, owner, now: deps.clock(), base_url: deps.base_url, events: [] }
    const result = await body(work)
    const events = work.events.map((event) => ({ ...event, organization_id, store_id }))
    if (events.length > 0) await deps.record(tx, events)
    return result
  })
}
