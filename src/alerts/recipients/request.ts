import { newId } from '../../db/new-id.ts'
import { ownerId } from '../../kernel/owner.ts'
import { comparableEmail } from '../../people/rules/credentials.ts'
import type { Work } from '../../store/kit/work.ts'
import type { Alert } from '../alert.ts'
import { insertRequests } from './store.ts'
import { selectUnconfirmed } from './unconfirmed.ts'

/** Requests a confirmation mail to each unconfirmed recipient of a saved alert, within the daily limits. */
export async function requestConfirmations(
  { tx, owner, now }: Pick<Work, 'tx' | 'owner' | 'now'>,
  { channel, recipients }: Pick<Alert, 'channel' | 'recipients'>,
): Promise<void> {
  if (channel !== 'email') return
  const unconfirmed = await selectUnconfirmed(tx, owner, recipients ?? [])
  if (unconfirmed.length === 0) return
  const requests = unconfirmed.map((recipient) => {
    const address = comparableEmail(recipient)
    return { id: newId(now), address, mailbox: mailboxOf(address) }
  })
  await insertRequests(tx, { owner_id: ownerId(owner), requests, now: new Date(now) })
}

/** Removes the tag of an address, because `ops+shop@example.com` and `ops+erp@example.com` share a mailbox. */
function mailboxOf(address: string): string {
  return address.replace(/(?<=.)\+[^@]*(?=@)/, '')
}
