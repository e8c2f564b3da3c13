import type { Database, Transaction } from '../../db/tables.ts'
import { transact } from '../../db/transaction.ts'
import type { NewEvent, Record } from '../../event-types/event.ts'
import type { Clock } from '../../kernel/clock.ts'
import { newId } from '../../kernel/ids.ts'
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
  /** What is recorded at the end, in this order; until then they have no id. */
  events: Omit<NewEvent, keyof Owner>[]
  /** Done at the end, when the events have their ids, by rooms that note which ones told of a row. */
  noting: (() => Promise<void>)[]
}

/** Does the work in one transaction and records its events in it: all of it is committed, or nothing is. */
export function change<T>(deps: StoreDeps, owner: Owner, body: (work: Work) => Promise<T>): Promise<T> {
  return transact(deps.db, (tx) => changeIn(deps, tx, owner, body))
}

/** Some row whose time has come, with its owner's ids. */
type Due = { organization_id: string; owner_id: string }

/** One piece of the work of a background job, found and done in one transaction; says whether there was any. */
export function changeDue<Of extends Due>(
  deps: StoreDeps,
  take: (tx: Transaction) => Promise<Of | undefined>,
  body: (work: Work, due: Of) => Promise<unknown>,
): Promise<boolean> {
  return transact(deps.db, async (tx) => {
    const due = await take(tx)
    if (due === undefined) return false
    const owner = { organization_id: due.organization_id, store_id: due.owner_id }
    await changeIn(deps, tx, owner, (work) => body(work, due))
    return true
  })
}

async function changeIn<T>(
  deps: StoreDeps,
  tx: Transaction,
  { organization_id, store_id }: Owner,
  body: (work: Work) => Promise<T>,
): Promise<T> {
  const owner = { organization_id, store_id }
  const work: Work = { tx, owner, now: deps.clock(), base_url: deps.base_url, events: [], noting: [] }
  const result = await body(work)
  for (const event of work.events) event.id = newId(work.now)
  for (const note of work.noting) await note()
  if (work.events.length > 0)
    await deps.record(
      tx,
      work.events.map((event) => ({ ...event, ...owner })),
    )
  return result
}
