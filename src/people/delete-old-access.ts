import type { Database } from '../db/database.ts'
import { DAY } from '../kernel/duration.ts'
import { deleteOldInvitations } from './sql/invitations.ts'
import { deleteExpiredChallenges } from './sql/passkeys.ts'
import { deleteExpiredProviderLogIns } from './sql/provider-log-ins.ts'
import { deleteOldSessions } from './sql/sessions.ts'

/** For so long what has ended is kept. */
const KEPT_MS = 30 * DAY

/** Deletes all sessions, invitations and links that ended long ago. */
export async function deleteOldAccess(db: Database, now: number): Promise<boolean> {
  const before = new Date(now - KEPT_MS)
  await deleteOldSessions(db, before)
  await deleteOldInvitations(db, before)
  await deleteExpiredChallenges(db, new Date(now))
  await deleteExpiredProviderLogIns(db, new Date(now))
  return false
}
