import type { Transaction } from '../../../db/database.ts'
import { stepDueRow } from '../../../db/due/due-row.ts'
import { newId } from '../../../db/new-id.ts'
import { ONE_TIME } from '../../../event-types/event.ts'
import { isoTime } from '../../../kernel/clock.ts'
import { timeOfId } from '../../../kernel/ids.ts'
import type { StoreDeps } from '../../kit/work.ts'
import { selectUser, type User } from '../store.ts'
import { CODE_LIFETIME_MS, hashCode, newCode } from './one-time-password.ts'
import { type RequestRow, takeRequest, upsertCode } from './store.ts'

/**
 * Processes one stored request: if the user exists, creates a new code and emits the event that carries it, in one
 * transaction. Returns false if there is no request.
 */
export async function sendOneTimePassword(deps: StoreDeps, now: number): Promise<boolean> {
  const handled = await stepDueRow(deps.db, {
    queue: 'one_time_password_requests',
    take: (tx, passed) => takeRequest(deps.db, tx, passed),
    async work(tx, request) {
      const user = (await selectUser(tx, request))?.user ?? null
      // Drops requests older than the lifetime of a code, since the user is no longer waiting.
      if (user !== null && timeOfId(request.id) > now - CODE_LIFETIME_MS) await send(deps, tx, request, user, now)
      return true
    },
  })
  return handled ?? false
}

async function send(
  { record }: StoreDeps,
  tx: Transaction,
  request: RequestRow,
  user: User,
  now: number,
): Promise<void> {
  const code = newCode()
  const code_id = newId(now)
  const { owner_id, organization_id, purpose } = request
  const { password_profile_info_id } = user
  const code_hash = hashCode(code_id, code)
  if (!(await upsertCode(tx, { owner_id, password_profile_info_id, code_id, code_hash, purpose, now }))) return
  const owner = { organization_id, store_id: owner_id }
  const payload = payloadOf(request, user, code, now)
  await record(tx, [{ ...owner, triggered_by: ONE_TIME, payload, resource_version: 1 }])
}

function payloadOf(request: RequestRow, user: User, code: string, now: number) {
  const { id, authentication_realm_id, password_profile_id, purpose } = request
  const { user_authentication_info_id, password_profile_info_id, email, name, username } = user
  return {
    data: {
      type: 'one_time_password_token_request' as const,
      id,
      authentication_realm_id,
      password_profile_id,
      purpose,
      one_time_password_token: code,
      user_authentication_info: { id: user_authentication_info_id, email, name },
      user_authentication_password_profile_info: { id: password_profile_info_id, password_profile_id, username },
      created_at: isoTime(timeOfId(id)),
      updated_at: isoTime(now),
      expires_at: isoTime(now + CODE_LIFETIME_MS),
    },
  }
}
