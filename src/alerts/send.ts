import type { Database } from '../db/database.ts'
import { HOUR, MINUTE } from '../kernel/duration.ts'
import { notFound } from '../kernel/errors.ts'
import { type Owner, ownerId, ownerOf } from '../kernel/owner.ts'
import { type StorableText, storable } from '../kernel/text/storable.ts'
import type { Alert } from './alert.ts'
import { selectUnconfirmed } from './recipients/unconfirmed.ts'
import { composeMessage, composeTest, type Message } from './rules/message.ts'
import { retryAt } from './rules/retry.ts'
import type { AlertSenders } from './senders/senders.ts'
import { type Reporting, recordFailed, recordSent, selectAlert, takeDue } from './store.ts'

export type SendDeps = {
  db: Database
  senders: AlertSenders
  sendsMail: boolean
  /** Ends in `/v2`. */
  base_url: string
  onSent: (channel: Alert['channel'], outcome: 'sent' | 'failed') => void
}

/** Longer than any attempt; if this process dies, another sends the message afterwards. */
export const LEASE_MS = 2 * MINUTE

/** Sends the due incidents of one alert as one message, outside of any transaction. Returns false if nothing is due. */
export async function sendDue(deps: SendDeps, now: number): Promise<boolean> {
  const incidents = await takeDue(deps.db, now, now + LEASE_MS)
  const [first] = incidents
  if (first === undefined) return false
  const alert = await selectAlert(deps.db, first.owner_id, first.alert_id)
  if (alert === undefined) return true
  const context = { alert_name: alert.name, owner_name: alert.owner_name, base_url: deps.base_url, now }
  const message = composeMessage(
    incidents.map((incident) => ({ ...incident, since: incident.since.getTime() })),
    context,
  )
  const error = alert.enabled ? (await trySend(deps, alert, message)).error : DISABLED
  if (error === null) {
    const remind_at = alert.remind_hours === null ? null : now + alert.remind_hours * HOUR
    await recordSent(deps.db, { incidents, now, remind_at })
  } else {
    const retry_at = alert.enabled ? retryAt(first.failed_tries, now) : null
    await recordFailed(deps.db, { incidents, now, error, retry_at })
  }
  return true
}

/** Error of the message, null if it was sent; and the omitted recipients. */
type Outcome = { error: StorableText | null; unconfirmed: readonly string[] }

async function trySend(deps: SendDeps, alert: Reporting, message: Message): Promise<Outcome> {
  const unconfirmed = await leftOut(deps, alert)
  const recipients = alert.recipients?.filter((recipient) => !unconfirmed.includes(recipient)) ?? null
  if (unconfirmed.length > 0 && recipients?.length === 0) return { error: UNCONFIRMED, unconfirmed }
  try {
    await deps.senders.send({ ...alert, recipients }, message)
    deps.onSent(alert.channel, 'sent')
    return { error: null, unconfirmed }
  } catch (error) {
    deps.onSent(alert.channel, 'failed')
    return { error: storable(error instanceof Error ? error.message : String(error), MAX_ERROR_LENGTH), unconfirmed }
  }
}

/** Returns no recipients if mail is disabled, because then that is the reason for missing mail. */
async function leftOut({ db, sendsMail }: SendDeps, alert: Reporting): Promise<readonly string[]> {
  if (alert.channel !== 'email' || !sendsMail) return []
  return selectUnconfirmed(db, ownerOf(alert), alert.recipients ?? [])
}

const MAX_ERROR_LENGTH = 500
const UNCONFIRMED = storable(
  'No recipient has confirmed the address. Each has to open the link of the mail that asks for it; save the alert to send that mail again.',
)
const DISABLED = storable('The alert is disabled.')

/** Sends a test message immediately. Throws `not_found`. */
export async function sendTest(deps: SendDeps, owner: Owner, id: string): Promise<Outcome> {
  const alert = await selectAlert(deps.db, ownerId(owner), id)
  if (alert === undefined) throw notFound('alert')
  return trySend(deps, alert, composeTest({ alert_name: alert.name, owner_name: alert.owner_name }))
}
