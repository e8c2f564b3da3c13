import { tokenGenerationsOf } from '../../access/tokens/generations.ts'
import type { Transaction } from '../../db/database.ts'
import { transact } from '../../db/transaction.ts'
import { AppError } from '../../kernel/errors.ts'
import type { FirstMethod } from '../../kernel/log-in.ts'
import type { PeopleDeps } from '../deps.ts'
import { findLink, PEOPLE, passwordsOff, peopleOf, unknownCode } from '../invitations/accept.ts'
import { hashRecoveryCode } from '../own/recovery-codes.ts'
import { useOneTimeCode, wrongCode } from '../own/second-factor.ts'
import { comparableEmail } from '../rules/credentials.ts'
import { useInvitation } from '../sql/invitations.ts'
import { useRecoveryCode } from '../sql/second-factors.ts'
import { selectOrganizationNames } from '../sql/stores.ts'
import { lockPerson, type PersonRow, selectPeopleOfEmail } from '../store.ts'
import { type Begun, type Client, type Proven, startSession } from './start.ts'

export type LogInDeps = Pick<
  PeopleDeps,
  'db' | 'clock' | 'cipher' | 'passwords' | 'password_log_in' | 'access' | 'report'
>

type NextStep =
  | { needs: 'second_factor'; challenge: string }
  | { needs: 'organization'; organizations: { id: string; name: string }[] }

export type LogIn = Begun | NextStep

type PasswordLogIn = { email: string; password: string; organization_id: string | null }

/** Maximum number of organizations in which one address is tried. */
const MAX_ORGANIZATIONS = 5

/**
 * Logs in with a password. An unknown address takes as long as a wrong password of one person, and gets the same error.
 * Throws `bad_credentials`, `too_many_requests`, `unavailable`, and `forbidden` if passwords are disabled.
 */
export async function logInWithPassword(deps: LogInDeps, logIn: PasswordLogIn, client: Client): Promise<LogIn> {
  if (!deps.password_log_in) throw passwordsOff()
  const [first, second, ...more] = await provePassword(deps, logIn, client)
  if (first === undefined) throw wrongPassword()
  if (second === undefined) return afterFirstStep(deps, first, client)
  const organizations = [first, second, ...more].map(({ person }) => person.organization_id)
  return { needs: 'organization', organizations: await selectOrganizationNames(deps.db, organizations) }
}

/**
 * Returns the people of the address with this password. Failures count for each person of the address, also in other
 * organizations: an organization may invite any address, so a success there must not reset the failures of another
 * person.
 */
async function provePassword(deps: LogInDeps, { email, password, organization_id }: PasswordLogIn, client: Client) {
  const { address } = client
  const people = await selectPeopleOfEmail(deps.db, { email, organization_id: null })
  const requested = people.filter((person) => organization_id === null || person.organization_id === organization_id)
  const attempt = (account: string) => ({ scope: PEOPLE, account, address })
  const guarded = {
    attempts: people.length > 0 ? people.map(({ id }) => attempt(id)) : [attempt(comparableEmail(email))],
    requested: requested.map(({ id }) => attempt(id)),
  }
  const { proven } = await deps.access.failures.guardEach(guarded, deps.clock(), async (open) => {
    const tried = requested.filter(({ id }) => open.has(id)).slice(0, MAX_ORGANIZATIONS)
    const known = await Promise.all(tried.map((person) => readProof(deps, person, 'password')))
    const proven = await matchPassword(deps, known, { password, address })
    if (proven.length === 0) {
      await reportRefused(deps, tried, address)
      throw wrongPassword()
    }
    return { proven, tried: tried.map(({ id }) => id), opened: proven.map(({ person_id }) => person_id) }
  })
  return proven
}

/**
 * Reports to the audit log of each organization; with several people another may be meant, so the network address is
 * omitted.
 */
async function reportRefused({ db, report }: LogInDeps, people: readonly PersonRow[], address: string): Promise<void> {
  const who = people.map(({ id, organization_id }) => ({ person_id: id, organization_id }))
  for (const one of who.length > 0 ? who : [{ person_id: null, organization_id: null }])
    await report(db, { action: 'session.refused', ...one, ...(who.length <= 1 && { address }) })
}

type Proof = Omit<Proven, 'second_factor'> & { person: PersonRow; method: FirstMethod }

/** Reads the generation before the password is checked, so that a change in between ends the log-in. */
async function readProof({ db }: LogInDeps, person: PersonRow, method: FirstMethod): Promise<Proof> {
  const generations = await tokenGenerationsOf(db, [person.id])
  return { person, person_id: person.id, generation: generations[person.id] ?? 0, method }
}

async function matchPassword(
  { passwords }: LogInDeps,
  known: readonly Proof[],
  { password, address }: { password: string; address: string },
): Promise<Proof[]> {
  const people = peopleOf(address)
  if (known.length === 0) await passwords.matches(people, password, null)
  const matches = await Promise.all(
    known.map(({ person }) => passwords.matches(people, password, person.password_hash)),
  )
  return known.filter((_, index) => matches[index] === true)
}

/** Logs in with a one-time link. Throws `bad_credentials` and `too_many_requests`. */
export async function logInWithLink(deps: LogInDeps, code: string, client: Client): Promise<LogIn> {
  const link = await findLink(deps, { code, address: client.address }, ['enter'])
  const person = await transact(deps.db, async (tx) => {
    const used = await useInvitation(tx, link.id, new Date(deps.clock()))
    const found = used && link.person_id !== null ? await lockPerson(tx, link.person_id) : undefined
    if (found === undefined) throw unknownCode()
    return found
  })
  return afterFirstStep(deps, await readProof(deps, person, 'link'), client)
}

async function afterFirstStep(deps: LogInDeps, proof: Proof, client: Client): Promise<LogIn> {
  if (proof.person.totp_confirmed_at === null) return startSession(deps, { ...proof, second_factor: null }, client)
  return { needs: 'second_factor', challenge: await deps.access.challenges.sign(proof) }
}

/** A one-time code, or a recovery code instead. */
export type SecondFactor = { challenge: string; one_time_code: string } | { challenge: string; recovery_code: string }

/** Completes a log-in with the second factor. Throws `bad_credentials` and `too_many_requests`. */
export async function logInWithSecondFactor(deps: LogInDeps, factor: SecondFactor, client: Client): Promise<Begun> {
  const challenge = await deps.access.challenges.verify(factor.challenge)
  if (challenge === null) throw expiredChallenge()
  const attempt = { scope: 'second factor', account: challenge.person_id, address: client.address }
  await deps.access.failures.guard(attempt, deps.clock(), async () => {
    const person = await transact(deps.db, async (tx) => {
      const found = await lockPerson(tx, challenge.person_id)
      if (found === undefined || found.totp_confirmed_at === null) throw expiredChallenge()
      return { ...found, is_right: await useFactor(deps, tx, found, factor) }
    })
    if (person.is_right) return
    const { organization_id, id: person_id } = person
    await deps.report(deps.db, { action: 'session.refused', organization_id, person_id, address: client.address })
    throw wrongCode()
  })
  const second_factor = 'one_time_code' in factor ? 'one_time_code' : 'recovery_code'
  return startSession(deps, { ...challenge, second_factor }, client)
}

function useFactor({ cipher, clock }: LogInDeps, tx: Transaction, person: PersonRow, factor: SecondFactor) {
  const now = clock()
  if ('one_time_code' in factor) return useOneTimeCode(tx, { cipher, person, code: factor.one_time_code, now })
  const code_hash = hashRecoveryCode(factor.recovery_code)
  return useRecoveryCode(tx, { person_id: person.id, code_hash, now: new Date(now) })
}

function wrongPassword(): AppError {
  return new AppError('bad_credentials', [{ detail: 'Unknown e-mail address or wrong password.' }])
}

function expiredChallenge(): AppError {
  const detail = 'The first step of this log-in is not valid any more: log in again.'
  return new AppError('bad_credentials', [{ detail, pointer: '/data/challenge' }])
}
