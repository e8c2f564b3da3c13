import { newId } from '../../db/new-id.ts'
import { transact } from '../../db/transaction.ts'
import type { Caller } from '../../http/callers/caller.ts'
import { SECOND } from '../../kernel/duration.ts'
import { AppError, notFound } from '../../kernel/errors.ts'
import { type Actor, actorOf, checkAuthority, checkRoles } from '../authority.ts'
import type { ChangeDeps } from '../change.ts'
import { isSameEmail } from '../rules/credentials.ts'
import { distinctRoles, type HeldRole } from '../rules/roles.ts'
import { newCode } from '../secret-code.ts'
import { deleteInvitation, deleteInvitationsOf, type InvitationRow, insertInvitation } from '../sql/invitations.ts'
import { lockRoles, selectPersonAlike } from '../store.ts'

type Invitation = { email: string; name?: string; roles: readonly HeldRole[]; expires_in: number }

export type NewInvitation = InvitationRow & { code: string }

/**
 * Invites a new person by a one-time code, which replaces an earlier one for the same address. Throws `invalid`,
 * `forbidden` for roles beyond those of the caller, and `conflict` if a person of the organization has this address.
 */
export function invitePerson(deps: ChangeDeps, by: Caller | Actor, invitation: Invitation): Promise<NewInvitation> {
  const { organization_id } = by
  return transact(deps.db, async (tx) => {
    await lockRoles(tx, organization_id)
    const actor = 'authority' in by ? by : await actorOf(tx, by)
    const roles = distinctRoles(invitation.roles)
    checkAuthority(actor, roles)
    await checkRoles(tx, actor, roles)
    const known = await selectPersonAlike(tx, { email: invitation.email, organization_id })
    if (known !== undefined) throw isSameEmail(known.email, invitation.email) ? taken() : alike(known.email)
    await deleteInvitationsOf(tx, { organization_id, email: invitation.email })
    const now = deps.clock()
    const id = newId(now)
    const { code, hash } = newCode(id)
    const row: InvitationRow = {
      id,
      organization_id,
      purpose: 'invite',
      person_id: null,
      email: invitation.email.trim(),
      name: invitation.name?.trim() ?? null,
      roles,
      code_hash: hash,
      invited_by: actor.person_id,
      created_at: new Date(now),
      expires_at: new Date(now + invitation.expires_in * SECOND),
      used_at: null,
    }
    await insertInvitation(tx, row)
    const change = { before: null, after: { roles } }
    await deps.report(tx, { action: 'person.invited', ...aboutInvitation(row, actor), change })
    return { ...row, code }
  })
}

function aboutInvitation({ id, organization_id }: InvitationRow, { person_id, acting }: Actor) {
  const by = { by_person_id: person_id, ...(acting !== undefined && { acting }) }
  return { organization_id, person_id: null, subject_id: id, ...by }
}

export function taken(): AppError {
  const detail = 'A person of the organization has this e-mail address. Change that person instead.'
  return new AppError('conflict', [{ detail, pointer: '/data/email' }])
}

function alike(email: string): AppError {
  const detail = `data.email looks like ${email}, the address of another person of the organization, with whom the new one would be confused. Invite with an address that looks different.`
  return new AppError('conflict', [{ detail, pointer: '/data/email' }])
}

/** Revokes an invitation that is not accepted yet. Throws `not_found` and `forbidden`. */
export function revokeInvitation(deps: ChangeDeps, by: Caller, id: string): Promise<InvitationRow> {
  const { organization_id, store_id } = by
  return transact(deps.db, async (tx) => {
    const actor = await actorOf(tx, by)
    const row = await deleteInvitation(tx, id, { organization_id, store_id })
    if (row === undefined) throw notFound('invitation')
    checkAuthority(actor, row.roles)
    const change = { before: { roles: row.roles }, after: null }
    await deps.report(tx, { action: 'person.invitation_revoked', ...aboutInvitation(row, actor), change })
    return row
  })
}
