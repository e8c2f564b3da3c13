import { endTokens } from '../../access/tokens/generations.ts'
import { transact } from '../../db/transaction.ts'
import { invalid } from '../../kernel/errors.ts'
import type { PeopleDeps } from '../deps.ts'
import { passwordsOff, peopleOf } from '../invitations/accept.ts'
import { rejectProviderOnly } from '../provider-only.ts'
import { passwordProblems } from '../rules/credentials.ts'
import { accessTokenOf, type SessionToken } from '../sessions/access-token.ts'
import { endSessionsOf } from '../sql/sessions.ts'
import { type PersonRow, updateName, updatePassword } from '../store.ts'
import { lockOwn, type Own } from './own.ts'
import { lockProven, type ProvenOwn } from './proof.ts'

type OwnDeps = Pick<PeopleDeps, 'db' | 'clock' | 'passwords' | 'password_log_in' | 'oidc' | 'access' | 'report'>

export function updateOwnName(
  { db, clock, report }: Pick<OwnDeps, 'db' | 'clock' | 'report'>,
  { person_id, acting }: Own,
  name: string,
): Promise<PersonRow> {
  return transact(db, async (tx) => {
    const person = await lockOwn(tx, person_id)
    await updateName(tx, { id: person_id, name: name.trim(), now: new Date(clock()) })
    const change = { before: { name: person.name }, after: { name: name.trim() } }
    await report(tx, { action: 'person.updated', organization_id: person.organization_id, person_id, acting, change })
    return lockOwn(tx, person_id)
  })
}

/**
 * Sets a new password and ends the other sessions. The access tokens of this session end too, so a new token is
 * returned. Throws `bad_credentials`, `invalid` and `forbidden`.
 */
export async function changeOwnPassword(deps: OwnDeps, own: ProvenOwn, password: string): Promise<SessionToken> {
  if (!deps.password_log_in) throw passwordsOff()
  const { email } = await transact(deps.db, async (tx) => {
    const person = await lockProven(tx, own)
    rejectProviderOnly(deps, person, 'a password')
    return person
  })
  const problems = passwordProblems(password, email)
  if (problems.length > 0) throw invalid(problems)
  const password_hash = await deps.passwords.hash({ owner_id: peopleOf(own.address) }, password)
  const person = await transact(deps.db, async (tx) => {
    const person = await lockProven(tx, own)
    rejectProviderOnly(deps, person, 'a password')
    const now = deps.clock()
    await updatePassword(tx, { id: person.id, password_hash, now: new Date(now) })
    const ended = await endSessionsOf(tx, { person_id: person.id, except: own.session_id, now: new Date(now) })
    await endTokens(tx, [person.id, ...ended], now)
    const { organization_id } = person
    const { acting } = own
    await deps.report(tx, { action: 'person.password_changed', organization_id, person_id: person.id, acting })
    return person
  })
  return accessTokenOf(deps, person, own.session_id)
}
