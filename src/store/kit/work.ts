import { entryOf } from '../../audit/record.ts'
import type { Change } from '../../audit/rules/change.ts'
import { insertEntry } from '../../audit/store.ts'
import type { Database, Transaction } from '../../db/database.ts'
import { type DueRowStep, stepDueRow } from '../../db/due/due-row.ts'
import { newId } from '../../db/new-id.ts'
import { transact } from '../../db/transaction.ts'
import type { OwnerlessEvent, Record } from '../../event-types/event.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Owner } from '../../kernel/owner.ts'
import type { ActingOwner } from '../../kernel/requester.ts'
import type { ShopTelemetry } from './telemetry.ts'

/** Dependencies of the store's operations. */
export type StoreDeps = {
  db: Database
  record: Record
  clock: Clock
  /** Ends in `/v2`. */
  base_url: string
  shop: ShopTelemetry
}

/** One unit of work: one transaction with one timestamp, and the events of all its changes. */
export type Work = {
  tx: Transaction
  owner: Owner
  /** Milliseconds since the epoch. */
  now: number
  base_url: string
  shop: ShopTelemetry
  /** Recorded in this order before the commit; they get their ids then. */
  events: OwnerlessEvent[]
  /** Changes for the audit log; null for shoppers and background jobs, which are not logged. */
  changes: Change[] | null
  /** Run before the events are recorded, when they have ids, by modules that store the ids of a row's events. */
  before_record: (() => Promise<void>)[]
}

/** Runs the body in one transaction and records its events, and its entry of the audit log, in the same transaction. */
export function change<T>(deps: StoreDeps, owner: ActingOwner, body: (work: Work) => Promise<T>): Promise<T> {
  return transact(deps.db, (tx) => changeIn(deps, tx, owner, body))
}

/** A row that is due for a background job, with its owner's ids. */
type Due = { id: string; organization_id: string; owner_id: string }

/** One step of a background job: takes a due row and processes it in one transaction. Returns false when none is due. */
export async function changeDue<Of extends Due>(
  deps: StoreDeps,
  { queue, take }: Pick<DueRowStep<Of, true>, 'queue' | 'take'>,
  body: (work: Work, due: Of) => Promise<unknown>,
): Promise<boolean> {
  const done = await stepDueRow(deps.db, {
    ...{ queue, take },
    async work(tx, due) {
      const owner = { organization_id: due.organization_id, store_id: due.owner_id }
      await changeIn(deps, tx, owner, (work) => body(work, due))
      return true
    },
  })
  return done ?? false
}

async function changeIn<T>(
  deps: StoreDeps,
  tx: Transaction,
  { organization_id, store_id, requested_by }: ActingOwner,
  body: (work: Work) => Promise<T>,
): Promise<T> {
  const owner = { organization_id, store_id }
  const { base_url, shop } = deps
  const changes = requested_by === undefined ? null : []
  const work: Work = { tx, owner, now: deps.clock(), base_url, shop, events: [], changes, before_record: [] }
  const result = await body(work)
  for (const event of work.events) event.id = newId(work.now)
  for (const callback of work.before_record) await callback()
  const entry = requested_by === undefined ? null : entryOf({ ...owner, requested_by }, work.changes ?? [], work.now)
  if (work.events.length > 0)
    await deps.record(
      tx,
      work.events.map((event) => ({ ...event, ...owner })),
      entry,
    )
  else if (entry !== null) await insertEntry(tx, entry)
  return result
}
