import { randomBytes } from 'node:crypto'
import { hashSecret } from '../../access/secret.ts'
import { composeConfirmation } from '../rules/confirmation.ts'
import { retryAt } from '../rules/retry.ts'
import { LEASE_MS, type SendDeps } from '../send.ts'
import { recordMailed, recordMailFailure, takeDueConfirmation } from './store.ts'

/** Sends one due confirmation mail outside of any transaction. Returns false if none is due. */
export async function sendConfirmation(deps: SendDeps, now: number): Promise<boolean> {
  const code = randomBytes(32).toString('base64url')
  const due = await takeDueConfirmation(deps.db, { now, until: now + LEASE_MS, code_hash: hashSecret(code) })
  if (due === undefined) return false
  const message = composeConfirmation({ base_url: deps.base_url, code })
  try {
    const to = {
      id: due.id,
      channel: 'email' as const,
      recipients: [due.address],
      format: 'text' as const,
      secret: null,
    }
    await deps.senders.send(to, message)
    deps.onSent('email', 'sent')
    await recordMailed(deps.db, due)
  } catch {
    deps.onSent('email', 'failed')
    await recordMailFailure(deps.db, due, retryAt(due.failed_tries, now))
  }
  return true
}
