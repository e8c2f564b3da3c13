import type { Transaction } from '../../db/database.ts'
import { newId } from '../../db/new-id.ts'
import { SECOND } from '../../kernel/duration.ts'
import type { Actor } from '../authority.ts'
import { about, actFor, type ChangeDeps } from '../change.ts'
import type { ProvenCaller } from '../own/proof.ts'
import { forgetSecondFactor } from '../own/second-factor.ts'
import { newCode } from '../secret-code.ts'
import { deleteLinksOf, type InvitationRow, insertInvitation } from '../sql/invitations.ts'
import { deletePasskeysOf } from '../sql/passkeys.ts'
import type { PersonRow } from '../store.ts'

type Link = {
  person_id: string
  purpose: 'reset' | 'enter'
  expires_in: number
  remove_second_factor: boolean
  remove_passkeys?: boolean
}

/**
 * Creates a one-time link for a new password or for a log-in without one; it replaces an earlier link. Throws
 * `not_found`, and `forbidden` for a person with more rights than the caller.
 */
export function createLink(
  deps: ChangeDeps,
  by: ProvenCaller | Actor,
  link: Link,
): Promise<InvitationRow & { code: string }> {
  return actFor(deps, { by, id: link.person_id }, async ({ tx, actor, person, now }) => {
    if (link.remove_second_factor && person.totp_confirmed_at !== null) {
      await forgetSecondFactor(tx, person.id, now)
      await deps.report(tx, { action: 'person.second_factor_removed', ...about(person, actor) })
    }
    if (link.remove_passkeys === true && person.passkeys > 0) {
      await deletePasskeysOf(tx, person.id)
      const change = { before: { passkeys: person.passkeys }, after: { passkeys: 0 } }
      await deps.report(tx, { action: 'person.passkey_removed', ...about(person, actor), change })
    }
    const created = await insertLink(tx, { person, link, invited_by: actor.person_id, now })
    await deps.report(tx, { action: 'person.link_created', ...about(person, actor), subject_id: created.id })
    return created
  })
}

type NewLink = { person: PersonRow; link: Link; invited_by: string | null; now: number }

async function insertLink(tx: Transaction, { person, link, invited_by, now }: NewLink) {
  await deleteLinksOf(tx, person.id, [link.purpose])
  const id = newId(now)
  const { code, hash } = newCode(id)
  const row: InvitationRow = {
    id,
    organization_id: person.organization_id,
    purpose: link.purpose,
    person_id: person.id,
    email: person.email,
    name: person.name,
    roles: [],
    code_hash: hash,
    invited_by,
    created_at: new Date(now),
    expires_at: new Date(now + link.expires_in * SECOND),
    used_at: null,
  }
  await insertInvitation(tx, row)
  return { ...row, code }
}
