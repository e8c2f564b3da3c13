import { tokenGenerationsOf } from '../../access/tokens/generations.ts'
import type { PeopleDeps } from '../deps.ts'
import { rolesByStore } from '../rules/roles.ts'
import type { PersonRow } from '../store.ts'

/** An access token of a session; `expires` is seconds since the epoch. */
export type SessionToken = { session_id: string; access_token: string; expires_in: number; expires: number }

export async function accessTokenOf(
  { db, access }: Pick<PeopleDeps, 'db' | 'access'>,
  { id, organization_id, roles }: PersonRow,
  session_id: string,
): Promise<SessionToken> {
  const token_generations = await tokenGenerationsOf(db, [id, session_id])
  const person = { id, roles: rolesByStore(roles), token_generations }
  return { session_id, ...(await access.issuePersonToken({ session_id, organization_id, person })) }
}
