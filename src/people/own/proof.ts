import type { Transaction } from '../../db/database.ts'
import type { Caller } from '../../http/callers/caller.ts'
import { AppError } from '../../kernel/errors.ts'
import type { PeopleDeps } from '../deps.ts'
import { peopleOf } from '../invitations/accept.ts'
import { FRESH_LOG_IN_MS } from '../sessions/times.ts'
import { selectSession } from '../sql/sessions.ts'
import { type PersonRow, selectPerson } from '../store.ts'
import { lockOwn, type Own, ownOf, removed } from './own.ts'

type ProofDeps = Pick<PeopleDeps, 'db' | 'clock' | 'passwords' | 'password_log_in' | 'access'>

declare const PROVEN: unique symbol

/** Only functions of this file create this type, so that no change of log-in credentials can skip the proof. */
type Proven<Of> = Of & { readonly [PROVEN]: true }

/** A person's own access after a proof, with the password hash at that time. */
export type ProvenOwn = Proven<Own & Pick<PersonRow, 'password_hash'>>

/** A person after a proof, or a key, which needs no proof because its tokens do not contain its secret. */
export type ProvenCaller = Proven<Caller>

/**
 * Proves that the person is present: by the password, or, without a password, by a recent log-in. Throws
 * `bad_credentials` and `too_many_requests`.
 */
export async function proveOwn(deps: ProofDeps, own: Own, password: string | undefined): Promise<ProvenOwn> {
  const { organization_id } = own
  const person = await selectPerson(deps.db, own.person_id, { organization_id, store_id: null })
  if (person === undefined) throw removed()
  if (deps.password_log_in && person.password_hash !== null) await checkPassword(deps, own, { person, password })
  else await checkLogIn(deps, own)
  return { ...own, password_hash: person.password_hash } as ProvenOwn
}

/** Proves a caller; a key needs no more than its token. */
export async function proveCaller(
  deps: ProofDeps,
  { caller, address }: { caller: Caller; address: string },
  password: string | undefined,
): Promise<ProvenCaller> {
  if (caller.person_id !== null) await proveOwn(deps, { ...ownOf(caller), address }, password)
  return caller as ProvenCaller
}

/**
 * Returns the person of a proof, locked until the transaction ends. Throws `bad_credentials` if the password has
 * changed since.
 */
export async function lockProven(tx: Transaction, { person_id, password_hash }: ProvenOwn): Promise<PersonRow> {
  const person = await lockOwn(tx, person_id)
  if (person.password_hash !== password_hash) throw wrongPassword()
  return person
}

async function checkPassword(
  { access, passwords, clock }: ProofDeps,
  { address }: Own,
  { person, password = '' }: { person: PersonRow; password: string | undefined },
): Promise<void> {
  const attempt = { scope: 'own password', account: person.id, address }
  await access.failures.guard(attempt, clock(), async () => {
    if (!(await passwords.matches(peopleOf(address), password, person.password_hash))) throw wrongPassword()
  })
}

async function checkLogIn({ db, clock }: ProofDeps, { session_id }: Own): Promise<void> {
  const session = await selectSession(db, session_id)
  const since = clock() - (session?.created_at.getTime() ?? 0)
  if (since > FRESH_LOG_IN_MS) throw staleLogIn()
}

function wrongPassword(): AppError {
  return new AppError('bad_credentials', [{ detail: 'The current password is missing or wrong.' }])
}

function staleLogIn(): AppError {
  const detail = 'You have no password: log out, log in again, and repeat this within 5 minutes.'
  return new AppError('bad_credentials', [{ detail }])
}
