import type { Database } from '../db/database.ts'
import { DAY } from '../kernel/duration.ts'
import { deleteOldInvitations } from './sql/invitations.ts'
import { deleteExpiredChallenges } from './sql/passkeys.ts'
import { deleteExpiredProviderLogIns } from './sql/provider-log-ins.ts'
import { deleteOldSessions } from './sql/sessions.ts'

/** Retention of ended sessions, invitations and links. */
const RETENTION_MS = 30 * DAY

/** Deletes the sessions, invitations and links that ended before the retention period. */
export async function deleteOldAccess(db: Database, now: number): Promise<boolean> {
  const before = new Date(now - RETENTION_MS)
  await deleteOldSessions(db, before)
  await deleteOldInvitations(db, before)
  await deleteExpiredChallenges(db, new Date(now))
  await deleteExpiredProviderLogIns(db, new Date(now))
  return false
}
