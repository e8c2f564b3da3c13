import type { Database } from '../db/database.ts'
import { HOUR, MINUTE, SECOND } from '../kernel/duration.ts'
import { notFound } from '../kernel/errors.ts'
import { type Owner, ownerId } from '../kernel/owner.ts'
import { type StorableText, storable } from '../kernel/text/storable.ts'
import type { Alert } from './alert.ts'
import { composeMessage, composeTest, type Message } from './rules/message.ts'
import type { AlertSenders } from './senders/senders.ts'
import { type Destination, type DueIncident, noteFailed, noteSent, selectAlert, takeDue } from './store.ts'

export type SendDeps = {
  db: Database
  senders: AlertSenders
  /** Ends in `/v2`. */
  base_url: string
  onSent: (channel: Alert['channel'], outcome: 'sent' | 'failed') => void
}

/** Longer than any try takes; if this process dies, another sends the message after it. */
const LEASE_MS = 2 * MINUTE
const FIRST_RETRY_MS = 30 * SECOND
const LONGEST_RETRY_MS = HOUR
/** About 15 hours after the first. */
const MOST_TRIES = 20

/** Sends what one alert is to report now, as one message, with no transaction open. Returns false when nothing is due. */
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
  const error = alert.enabled ? await trySend(deps, alert, message) : DISABLED
  if (error === null) {
    const remind_at = alert.remind_hours === null ? null : now + alert.remind_hours * HOUR
    await noteSent(deps.db, { incidents, now, remind_at })
  } else await noteFailed(deps.db, { incidents, now, error, retry_at: alert.enabled ? retryAt(first, now) : null })
  return true
}

function retryAt({ failed_tries }: DueIncident, now: number): number | null {
  if (failed_tries + 1 >= MOST_TRIES) return null
  return now + Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** failed_tries)
}

/** Why the message was not sent; null if it was. */
async function trySend(deps: SendDeps, alert: Destination, message: Message): Promise<StorableText | null> {
  try {
    await deps.senders.send(alert, message)
    deps.onSent(alert.channel, 'sent')
    return null
  } catch (error) {
    deps.onSent(alert.channel, 'failed')
    return storable(error instanceof Error ? error.message : String(error), MAX_ERROR_LENGTH)
  }
}

const MAX_ERROR_LENGTH = 500
const DISABLED = storable('The alert is disabled.')

/** Sends a test message now; null if it was sent, otherwise why not. Throws `not_found`. */
export async function sendTest(deps: SendDeps, owner: Owner, id: string): Promise<string | null> {
  const alert = await selectAlert(deps.db, ownerId(owner), id)
  if (alert === undefined) throw notFound('alert')
  return trySend(deps, alert, composeTest({ alert_name: alert.name, owner_name: alert.owner_name }))
}
