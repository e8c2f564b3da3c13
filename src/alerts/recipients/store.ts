import { textArray, uuidArray } from '../../db/arrays.ts'
import { type Database, query, type Transaction } from '../../db/database.ts'
import { dueBy } from '../../db/due/due.ts'
import { type DueOwner, leastServedFirst, noteServed, organizationOf, servedOwners } from '../../db/due/owner-order.ts'
import { DAY } from '../../kernel/duration.ts'

const LINK_MS = 7 * DAY
/** Maximum number of mails to unconfirmed addresses per owner and day. */
const MAX_MAILS_A_DAY = 20

/** Returns the addresses that their readers have confirmed for the owner. */
export async function selectConfirmed(db: Database, owner_id: string, addresses: readonly string[]): Promise<string[]> {
  const rows = await query<{ address: string }>(
    db,
    'select address from alert_recipients where owner_id = $1 and address = any($2::text[])',
    [owner_id, textArray(addresses)],
  )
  return rows.map(({ address }) => address)
}

type Request = { id: string; address: string; mailbox: string }

/** Requests a mail to each mailbox without a mail on that day or a pending mail, up to the owner's daily limit. */
export async function insertRequests(
  tx: Transaction,
  { owner_id, requests, now }: { owner_id: string; requests: readonly Request[]; now: Date },
): Promise<void> {
  // Serializes requests of one owner, so that the count of its mails is exact.
  await query(tx, `select pg_advisory_xact_lock(hashtextextended('confirmations of ' || $1, 0))`, [owner_id])
  // Sorted to avoid deadlocks between two owners who request the same mailboxes.
  await query(
    tx,
    `insert into alert_confirmations (id, owner_id, address, mailbox, day, expires_at, mail_at)
     select id, $1, address, mailbox, $5::date, $6, $7
       from unnest($2::uuid[], $3::text[], $4::text[]) as requested (id, address, mailbox)
      where not exists (select from alert_confirmations as had where had.mailbox = requested.mailbox
        and (had.day = $5::date or had.mail_at is not null))
      order by mailbox
      limit greatest(0, ${MAX_MAILS_A_DAY} - (select count(*) from alert_confirmations where owner_id = $1 and day = $5::date))
     on conflict (mailbox, day) do nothing`,
    [
      owner_id,
      uuidArray(requests.map(({ id }) => id)),
      textArray(requests.map(({ address }) => address)),
      textArray(requests.map(({ mailbox }) => mailbox)),
      now.toISOString().slice(0, 10),
      new Date(now.getTime() + LINK_MS),
      now,
    ],
  )
}

export const CONFIRMATIONS_DUE = dueBy('alert_confirmations', 'mail_at')

export type DueConfirmation = DueOwner & { id: string; address: string; failed_tries: number; mail_at: Date }

type Taking = { now: number; until: number; code_hash: string }

/** Leases a due mail until `until`, with the hash of its code; if this process dies, another retries after that. */
export async function takeDueConfirmation(
  db: Database,
  { now, until, code_hash }: Taking,
): Promise<DueConfirmation | undefined> {
  const [due] = await query<DueConfirmation>(
    db,
    `with first as (
       select id from alert_confirmations where mail_at <= $1
        order by ${leastServedFirst('$3', organizationOf())}, mail_at limit 1 for update skip locked
     )
     update alert_confirmations as taken set mail_at = $2, code_hash = $4, expires_at = $5
       from first where taken.id = first.id
      returning taken.id, ${organizationOf()} as organization_id, owner_id, address, failed_tries, mail_at`,
    [new Date(now), new Date(until), servedOwners(db, 'alert_confirmations'), code_hash, new Date(now + LINK_MS)],
  )
  if (due !== undefined) noteServed(db, 'alert_confirmations', due)
  return due
}

export async function recordMailed(db: Database, { id, mail_at }: DueConfirmation): Promise<void> {
  await query(db, 'update alert_confirmations set mail_at = null where id = $1 and mail_at = $2', [id, mail_at])
}

/** Records that a mail could not be sent; without `retry_at` it is abandoned. */
export async function recordMailFailure(
  db: Database,
  { id, mail_at }: DueConfirmation,
  retry_at: number | null,
): Promise<void> {
  await query(
    db,
    `update alert_confirmations set failed_tries = failed_tries + 1, mail_at = $3 where id = $1 and mail_at = $2`,
    [id, mail_at, retry_at === null ? null : new Date(retry_at)],
  )
}

type Confirming = { owner_id: string; address: string; is_confirmed: boolean }

/** Returns the address to confirm; undefined if the code is unknown or has expired. */
export async function selectConfirming(db: Database, code_hash: string, now: Date): Promise<Confirming | undefined> {
  const rows = await query<Confirming>(
    db,
    `select owner_id, address, exists (select from alert_recipients as r
       where r.owner_id = c.owner_id and r.address = c.address) as is_confirmed
       from alert_confirmations as c where code_hash = $1 and expires_at > $2`,
    [code_hash, now],
  )
  return rows[0]
}

type Confirmed = { owner_id: string; address: string; now: Date }

/** Records the consent of a reader; keeps the time of an earlier consent. */
export async function insertConfirmed(tx: Transaction, { owner_id, address, now }: Confirmed): Promise<void> {
  await query(
    tx,
    `insert into alert_recipients (owner_id, address, confirmed_at) values ($1, $2, $3) on conflict do nothing`,
    [owner_id, address, now],
  )
}

/** Makes messages of an owner due that were sent to no recipient, if their problems persist. */
export async function retryUnsent(tx: Transaction, owner_id: string, now: Date): Promise<void> {
  await query(
    tx,
    `update alert_incidents set message = 'opened', message_at = $2, failed_tries = 0
       from alerts
      where alert_incidents.owner_id = $1 and resolved_at is null and notified_at is null and last_error is not null
        and alerts.owner_id = alert_incidents.owner_id and alerts.id = alert_id and channel = 'email'`,
    [owner_id, now],
  )
}

/** Deletes mails with expired links. Returns their number. */
export async function deleteExpiredConfirmations(db: Database, now: number): Promise<number> {
  const rows = await query(db, 'delete from alert_confirmations where expires_at < $1 returning id', [new Date(now)])
  return rows.length
}
