import { recordPersonEvents } from '../../../src/app/cross-module/record-person-events.ts'
import { commandLine } from '../../../src/people/authority.ts'
import { invitePerson } from '../../../src/people/invitations/invite.ts'
import { accept, PASSWORD, type PersonOf } from '../../../test/support/people/people.ts'
import type { Stage } from './stage.ts'

/** A person who runs the deployment, created with the command line because a key of the organization may not do so. */
export async function openOperatorPerson({ app, tenant }: Stage): Promise<PersonOf> {
  const email = 'operator@example.com'
  const { db, clock } = app.foundation
  const deps = { db, clock, report: recordPersonEvents({ info() {} }, clock) }
  const invitation = { email, roles: [{ role: 'operator' as const, store_id: null }], expires_in: 3_600 }
  const row = await invitePerson(deps, commandLine(tenant.organization_id), invitation)
  const accepted = await accept(app.origin, row.code)
  if (accepted.status !== 200) throw new Error(`Not accepted: ${JSON.stringify(accepted.body)}`)
  return { id: accepted.body.data.id, email, password: PASSWORD }
}
