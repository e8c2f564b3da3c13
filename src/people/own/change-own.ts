import { endTokens } from '../../access/tokens/generations.ts'
import { transact } from '../../db/transaction.ts'
import { AppError, invalid } from '../../kernel/errors.ts'
import type { ActingOwner } from '../../kernel/requester.ts'
import type { PeopleDeps } from '../deps.ts'
import { PEOPLE, passwordsOff } from '../invitations/accept.ts'
import { passwordProblems } from '../rules/credentials.ts'
import { accessTokenOf, type SessionToken } from '../sessions/access-token.ts'
import { FRESH_LOG_IN_MS } from '../sessions/times.ts'
import { endSessionsOf, selectSession } from '../sql/sessions.ts'
import { lockPerson, type PersonRow, selectPerson, updateName, updatePassword } from '../store.ts'

type OwnDeps = Pick<PeopleDeps, 'db' | 'clock' | 'passwords' | 'password_log_in' | 'access' | 'report'>

/** The person of a session. */
export type Own = {
  person_id: string
  organization_id: string
  session_id: string
  address: string
  acting: ActingOwner
}

/** Throws `unauthenticated` when the person has been removed. */
async function readOwn({ db }: Pick<OwnDeps, 'db'>, { person_id, organization_id }: Omit<Own, 'address'>) {
  const person = await selectPerson(db, person_id, { organization_id, store_id: null })
  if (person === undefined) throw removed()
  return person
}

export function updateOwnName(
  { db, clock, report }: OwnDeps,
  { person_id, acting }: Own,
  name: string,
): Promise<PersonRow> {
  return transact(db, async (tx) => {
    const person = await lockPerson(tx, person_id)
    if (person === undefined) throw removed()
    await updateName(tx, { id: person_id, name: name.trim(), now: new Date(clock()) })
    const change = { before: { name: person.name }, after: { name: name.trim() } }
    await report(tx, { action: 'person.updated', organization_id: person.organization_id, person_id, acting, change })
    return (await lockPerson(tx, person_id)) ?? person
  })
}

/** Checks the password of a person who is logged in. Throws `bad_credentials` and `too_many_requests`. */
async function checkOwnPassword(deps: OwnDeps, own: Own, password: string): Promise<PersonRow> {
  const person = await readOwn(deps, own)
  const attempt = { scope: 'own password', account: person.id, address: own.address }
  await deps.access.failures.guard(attempt, deps.clock(), async () => {
    if (!(await deps.passwords.matches(PEOPLE, password, person.password_hash))) throw wrongPassword()
  })
  return person
}

/**
 * Checks that it is the person who is at the page: by the password, or, of a person who has none, by a log-in a moment ago. Throws
 * `bad_credentials` and `too_many_requests`.
 */
export async function proveOwn(deps: OwnDeps, own: Own, password: string | undefined): Promise<void> {
  const person = await readOwn(deps, own)
  if (person.password_hash !== null) {
    await checkOwnPassword(deps, own, password ?? '')
    return
  }
  const session = await selectSession(deps.db, own.session_id)
  const since = deps.clock() - (session?.created_at.getTime() ?? 0)
  if (since > FRESH_LOG_IN_MS) throw staleLogIn()
}

type PasswordChange = { current_password?: string; password: string }

/**
 * Sets a new password and ends the other sessions; the access tokens of this one end too, so it gets a new one. Who has no
 * password yet needs no current one. Throws `bad_credentials`, `invalid`, `too_many_requests` and `forbidden`.
 */
export async function changeOwnPassword(deps: OwnDeps, own: Own, change: PasswordChange): Promise<SessionToken> {
  if (!deps.password_log_in) throw passwordsOff()
  const before = await readOwn(deps, own)
  if (before.password_hash !== null) await checkOwnPassword(deps, own, change.current_password ?? '')
  const problems = passwordProblems(change.password, before.email)
  if (problems.length > 0) throw invalid(problems)
  const password_hash = await deps.passwords.hash({ owner_id: PEOPLE, purpose: 'change' }, change.password)
  const person = await transact(deps.db, async (tx) => {
    const person = await lockPerson(tx, own.person_id)
    if (person === undefined) throw removed()
    if (person.password_hash !== before.password_hash) throw wrongPassword()
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

function wrongPassword(): AppError {
  return new AppError('bad_credentials', [{ detail: 'The current password is wrong.' }])
}

function staleLogIn(): AppError {
  const detail = 'You have no password: log out, log in again, and repeat this within 5 minutes.'
  return new AppError('bad_credentials', [{ detail }])
}

function removed(): AppError {
  return new AppError('unauthenticated', [{ detail: 'The person was removed.' }])
}
