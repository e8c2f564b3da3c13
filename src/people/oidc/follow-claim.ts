import type { Transaction } from '../../db/database.ts'
import { commandLine } from '../authority.ts'
import { changeRoles } from '../change.ts'
import type { PeopleDeps } from '../deps.ts'
import { type HeldRole, roleChanges } from '../rules/roles.ts'
import { lockPerson, type PersonRow } from '../store.ts'
import { otherPerson } from './refusal.ts'

type Followed = { person: PersonRow; roles: readonly HeldRole[] }

/** Replaces a person's roles in the organization; those in single stores stay. Throws `conflict` for the last owner. */
export async function followClaim(
  { clock, report }: Pick<PeopleDeps, 'clock' | 'report'>,
  tx: Transaction,
  { person, roles }: Followed,
): Promise<PersonRow> {
  const { organization_id } = person
  const after = [...roles, ...person.roles.filter(({ store_id }) => store_id !== null)]
  const { added, removed } = roleChanges(person.roles, after)
  if (added.length === 0 && removed.length === 0) return person
  await changeRoles({ tx, actor: commandLine(organization_id), person, now: clock() }, after)
  const found = await lockPerson(tx, person.id)
  if (found === undefined) throw otherPerson()
  const change = { before: { roles: person.roles }, after: { roles: found.roles } }
  await report(tx, { action: 'person.updated', organization_id, person_id: person.id, by: 'provider', change })
  return found
}
