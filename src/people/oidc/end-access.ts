import { endTokens } from '../../access/tokens/generations.ts'
import type { Transaction } from '../../db/database.ts'
import { commandLine } from '../authority.ts'
import { changeRoles } from '../change.ts'
import type { PeopleDeps } from '../deps.ts'
import { isOrganizationOwner } from '../rules/roles.ts'
import { deleteLinksOf } from '../sql/invitations.ts'
import { endSessionsOf } from '../sql/sessions.ts'
import { countOwners, type PersonRow } from '../store.ts'

type ReportDeps = Pick<PeopleDeps, 'clock' | 'report'>

/**
 * Ends the sessions, the links and all roles, except that of the last owner, of a person without a role at the
 * provider. The caller rejects the log-in.
 */
export async function endAccess(
  deps: ReportDeps,
  tx: Transaction,
  { person, address }: { person: PersonRow; address: string },
): Promise<void> {
  const { organization_id, id: person_id } = person
  await endSessionsAtProvider(deps, tx, person)
  const isLastOwner = person.roles.some(isOrganizationOwner) && (await countOwners(tx, organization_id)) === 1
  const remaining = isLastOwner ? person.roles.filter(isOrganizationOwner) : []
  if (remaining.length < person.roles.length) {
    await changeRoles({ tx, actor: commandLine(organization_id), person, now: deps.clock() }, remaining)
    const change = { before: { roles: person.roles }, after: { roles: remaining } }
    await deps.report(tx, { action: 'person.updated', organization_id, person_id, by: 'provider', change })
  }
  await deps.report(tx, { action: 'session.refused', organization_id, person_id, address })
}

/** Ends the sessions, tokens and links of a person who can only log in by the provider. */
export async function endSessionsAtProvider(
  { clock, report }: ReportDeps,
  tx: Transaction,
  { id: person_id, organization_id }: PersonRow,
): Promise<void> {
  const now = clock()
  const ended = await endSessionsOf(tx, { person_id, except: null, now: new Date(now) })
  await endTokens(tx, [person_id], now)
  await deleteLinksOf(tx, person_id, ['reset', 'enter'])
  for (const subject_id of ended)
    await report(tx, { action: 'session.ended', organization_id, person_id, subject_id, by: 'provider' })
}
