import type { Database } from '../../db/database.ts'
import { type Owner, ownerId } from '../../kernel/owner.ts'
import { comparableEmail } from '../../people/rules/credentials.ts'
import { selectEmailsOfPeople } from '../../people/store.ts'
import type { Alert, Unconfirmed } from '../alert.ts'
import { selectConfirmed } from './store.ts'

/**
 * Returns the recipients that the owner's alerts must not send to: neither confirmed, nor the address of a person of
 * the organization.
 */
export async function selectUnconfirmed(
  db: Database,
  owner: Owner,
  recipients: readonly string[],
): Promise<readonly string[]> {
  if (recipients.length === 0) return []
  const addresses = [...new Set(recipients.map(comparableEmail))]
  const confirmed = new Set(await selectConfirmed(db, ownerId(owner), addresses))
  const others = addresses.filter((address) => !confirmed.has(address))
  if (others.length === 0) return []
  const people = await selectEmailsOfPeople(db, owner.organization_id, others)
  for (const email of people) confirmed.add(comparableEmail(email))
  return recipients.filter((recipient) => !confirmed.has(comparableEmail(recipient)))
}

/** Adds the unconfirmed recipients to alerts of one owner, for `show` of the resource. */
export async function withUnconfirmed<Row extends Pick<Alert, 'channel' | 'recipients'>>(
  db: Database,
  owner: Owner,
  rows: readonly Row[],
): Promise<(Row & Unconfirmed)[]> {
  const recipients = [...new Set(rows.flatMap(mailed))]
  const unconfirmed = new Set(await selectUnconfirmed(db, owner, recipients))
  return rows.map((row) => ({
    ...row,
    unconfirmed_recipients: mailed(row).filter((recipient) => unconfirmed.has(recipient)),
  }))
}

function mailed({ channel, recipients }: Pick<Alert, 'channel' | 'recipients'>): readonly string[] {
  return channel === 'email' ? (recipients ?? []) : []
}
