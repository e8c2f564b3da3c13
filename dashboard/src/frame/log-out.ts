import { readLogInMethods, type Session } from '../api/session.ts'
import { forgetRecents } from '../kit/preferences.ts'
import type { CurrentSession } from './session-state.tsx'

/** Logs out here, and also at the organization's identity provider if the person can log in only there. */
export async function logOut(session: Session, { id, password }: CurrentSession['person']): Promise<void> {
  const methods = password ? null : await readLogInMethods().catch(() => null)
  await session.logOut()
  forgetRecents(id)
  const there = methods?.oidc?.log_out_url ?? null
  if (there !== null) window.location.assign(there)
}
