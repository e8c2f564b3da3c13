import { endTokens } from '../../access/tokens/generations.ts'
import type { Transaction } from '../../db/database.ts'
import { transact } from '../../db/transaction.ts'
import { networkOf } from '../../http/callers/client-address.ts'
import { AppError, invalid } from '../../kernel/errors.ts'
import { createPerson } from '../create.ts'
import type { PeopleDeps } from '../deps.ts'
import { passwordProblems } from '../rules/credentials.ts'
import { codeMatches, idOfCode } from '../secret-code.ts'
import { type InvitationRow, type LinkPurpose, selectInvitation, useInvitation } from '../sql/invitations.ts'
import { endSessionsOf } from '../sql/sessions.ts'
import { lockPerson, lockRoles, type PersonRow, updatePassword } from '../store.ts'
import { taken } from './invite.ts'

type AcceptDeps = Pick<PeopleDeps, 'db' | 'clock' | 'passwords' | 'password_log_in' | 'access' | 'report'>

type Acceptance = { code: string; password: string; name?: string; address: string }

/**
 * Creates the invited person, or sets the new password of a person with a reset link, which ends its sessions. Throws
 * `bad_credentials` for an invalid code, `invalid`, `conflict`, `too_many_requests`, and `forbidden` if passwords are
 * disabled.
 */
export async function acceptInvitation(deps: AcceptDeps, acceptance: Acceptance): Promise<PersonRow> {
  if (!deps.password_log_in) throw passwordsOff()
  const invitation = await findLink(deps, acceptance, ['invite', 'reset'])
  const name = acceptance.name?.trim() ?? invitation.name
  if (name === null) throw invalid([{ detail: 'data.name is required.', pointer: '/data/name' }])
  const problems = passwordProblems(acceptance.password, invitation.email)
  if (problems.length > 0) throw invalid(problems)
  const password_hash = await deps.passwords.hash({ owner_id: peopleOf(acceptance.address) }, acceptance.password)
  return transact(deps.db, async (tx) => {
    await lockRoles(tx, invitation.organization_id)
    const now = deps.clock()
    if (!(await useInvitation(tx, invitation.id, new Date(now)))) throw unknownCode()
    const accepted = { invitation, name, password_hash, now }
    return invitation.person_id === null ? create(deps, tx, accepted) : reset(deps, tx, accepted)
  })
}

/** Scope of failed log-ins of people, separate from those of customers of stores. */
export const PEOPLE = 'people'

/** Queue name of people for password hashes, by network, so that password attempts from one network delay no others. */
export function peopleOf(address: string): string {
  return `${PEOPLE} of ${networkOf(address)}`
}

/** Returns the unused link of a code; counts wrong codes as failures. Throws `bad_credentials`. */
export async function findLink(
  { db, clock, access }: Pick<PeopleDeps, 'db' | 'clock' | 'access'>,
  { code, address }: { code: string; address: string },
  purposes: readonly LinkPurpose[],
): Promise<InvitationRow> {
  const id = idOfCode(code)
  return access.failures.guard({ scope: 'links of people', account: id ?? '', address }, clock(), async () => {
    const row = id === null ? undefined : await selectInvitation(db, id)
    const matches = codeMatches(code, row?.code_hash ?? null)
    const isGood = row !== undefined && row.used_at === null && row.expires_at.getTime() > clock()
    if (!matches || !isGood || !purposes.includes(row.purpose)) throw unknownCode()
    return row
  })
}

type Accepted = { invitation: InvitationRow; name: string; password_hash: string; now: number }

async function create({ report }: AcceptDeps, tx: Transaction, { invitation, name, password_hash, now }: Accepted) {
  const { organization_id, email, roles } = invitation
  const person = await createPerson(tx, { organization_id, email, name, password_hash, roles }, now)
  if (person === null) throw taken()
  const change = { before: null, after: { name, roles } }
  await report(tx, {
    action: 'person.created',
    organization_id,
    person_id: person.id,
    subject_id: invitation.id,
    change,
  })
  return person
}

async function reset({ report }: AcceptDeps, tx: Transaction, { invitation, password_hash, now }: Accepted) {
  const person = found(await lockPerson(tx, invitation.person_id ?? ''))
  const { id, organization_id } = person
  await updatePassword(tx, { id, password_hash, now: new Date(now) })
  await endSessionsOf(tx, { person_id: id, except: null, now: new Date(now) })
  await endTokens(tx, [id], now)
  await report(tx, { action: 'person.password_changed', organization_id, person_id: id, subject_id: invitation.id })
  return found(await lockPerson(tx, id))
}

function found(person: PersonRow | undefined): PersonRow {
  if (person === undefined) throw unknownCode()
  return person
}

export function unknownCode(): AppError {
  const detail = 'The link is not valid: it was used, revoked or replaced, or has expired. Ask for a new one.'
  return new AppError('bad_credentials', [{ detail, pointer: '/data/code' }])
}

export function passwordsOff(): AppError {
  const detail = 'Passwords are switched off here: the setting TIDINGS_PASSWORDS is false.'
  return new AppError('forbidden', [{ detail }])
}
