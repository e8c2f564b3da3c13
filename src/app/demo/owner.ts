import { commandLine } from '../../people/authority.ts'
import { ensureOwner } from '../../people/create.ts'
import type { Foundation } from '../foundation.ts'
import { recordPersonEvents } from '../record-person-events.ts'
import type { Tenant } from './tenant.ts'

/** `localhost` is reserved (RFC 6761): no address below it belongs to another. */
const EMAIL = 'owner@demo.localhost'

/**
 * The e-mail address of the owner of the demo organization: of a new person without a password the first time, later of
 * that person, or, once it was removed, of another owner.
 */
export async function ensureDemoOwner(foundation: Foundation, { organization_id }: Tenant): Promise<string | null> {
  const { db, clock, log } = foundation
  const deps = { db, clock, report: recordPersonEvents(log, clock) }
  const owner = await ensureOwner(deps, commandLine(organization_id), { email: EMAIL, name: 'Demo owner' })
  return owner?.email ?? null
}
