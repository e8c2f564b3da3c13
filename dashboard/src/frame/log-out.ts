import { readLogInMethods, type Session } from '../api/session.ts'
import { forgetRecents } from '../kit/preferences.ts'
import type { CurrentSession } from './session-state.tsx'

/** Logs out here, and at the provider of the organization where the person has no other way in. */
export async function logOut(session: Session, { id, password }: CurrentSession['person']): Promise<void> {
  const methods = password ? null : await readLogInMethods().catch(() => null)
  await session.logOut()
  forgetRecents(id)
  const there = methods?.oidc?.log_out_url ?? null
  if (there !== null) window.location.assign(there)
}
