import type { Database } from '../../db/database.ts'
import { transact } from '../../db/transaction.ts'
import type { PeopleDeps } from '../deps.ts'
import { rolesOfClaim } from '../rules/oidc-claims.ts'
import { codeMatches, idOfCode } from '../secret-code.ts'
import { endOf, FRESH_LOG_IN_MS } from '../sessions/times.ts'
import { type SessionRow, selectSession } from '../sql/sessions.ts'
import { lockPerson, lockRoles, selectPersonOfSubject, updateSubject } from '../store.ts'
import { organizationOf, withoutRole } from './log-in.ts'
import type { OidcDeps } from './oidc-deps.ts'
import type { Claims } from './provider.ts'
import { otherPerson, RefusedLogIn } from './refusal.ts'

/** The session whose person is to be linked, kept until the browser returns from the provider. */
export type Link = { session_id: string }

/**
 * Returns the session of a refresh token; its log-in within the last 5 minutes is the proof. Throws `bad_credentials`.
 */
export async function beginLink({ db, clock }: Pick<PeopleDeps, 'db' | 'clock'>, token: string): Promise<Link> {
  const session = await liveSession(db, idOfCode(token), clock())
  if (session === undefined || !codeMatches(token, session.token_hash)) throw staleLogIn()
  if (clock() - session.created_at.getTime() > FRESH_LOG_IN_MS) throw staleLogIn()
  return { session_id: session.id }
}

/**
 * Links the subject of a provider to the person of a session. Both have authenticated, so their addresses need not
 * match. The roles follow at the first log-in by the provider. Throws `bad_credentials`, `forbidden` and `conflict`.
 */
export async function linkProvider(deps: OidcDeps, claims: Claims, { session_id }: Link): Promise<void> {
  if (rolesOfClaim(claims[deps.settings.role_claim], deps.mapping).length === 0) throw withoutRole(deps.settings)
  const organization_id = await organizationOf(deps)
  const { iss: issuer, sub: subject } = claims
  await transact(deps.db, async (tx) => {
    await lockRoles(tx, organization_id)
    const session = await liveSession(tx, session_id, deps.clock())
    const person = session === undefined ? undefined : await lockPerson(tx, session.person_id)
    if (person === undefined) throw staleLogIn()
    if (person.organization_id !== organization_id) throw otherOrganization()
    const { id: person_id } = person
    const known = await selectPersonOfSubject(tx, { organization_id, issuer, subject })
    if (known?.id === person_id) return
    if (known !== undefined || !(await updateSubject(tx, { id: person_id, issuer, subject }))) throw otherPerson()
    const change = { before: { provider: null }, after: { provider: issuer } }
    await deps.report(tx, { action: 'person.linked', organization_id, person_id, change })
  })
}

async function liveSession(db: Database, id: string | null, now: number): Promise<SessionRow | undefined> {
  const session = id === null ? undefined : await selectSession(db, id)
  const isLive = session !== undefined && session.ended_at === null && endOf(session).getTime() > now
  return isLive ? session : undefined
}

function staleLogIn(): RefusedLogIn {
  const detail = 'Linking a provider takes a log-in of the last 5 minutes: log out, log in again, and link it then.'
  return new RefusedLogIn('bad_credentials', 'stale_log_in', { detail })
}

function otherOrganization(): RefusedLogIn {
  const detail = 'People of this organization do not log in by the provider: see TIDINGS_OIDC_ORGANIZATION.'
  return new RefusedLogIn('forbidden', 'no_organization', { detail })
}
