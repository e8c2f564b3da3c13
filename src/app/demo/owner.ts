import { MINUTE, SECOND } from '../../kernel/duration.ts'
import { commandLine } from '../../people/authority.ts'
import { ensureOwner } from '../../people/create.ts'
import { linkOf } from '../../people/invitations/invitation.ts'
import { createLink } from '../../people/invitations/links.ts'
import { recordPersonEvents } from '../cross-module/record-person-events.ts'
import type { Foundation } from '../foundation.ts'
import type { Tenant } from './tenant.ts'

/** `localhost` is reserved (RFC 6761), so that no subdomain of it has another owner. */
const EMAIL = 'owner@demo.localhost'

/** Long enough to open a browser; afterwards the link in the terminal is worthless. */
const LINK_SECONDS = (15 * MINUTE) / SECOND

/** The owner of the demo organization; `link` is a one-time log-in link, null if none is printed. */
export type DemoOwner = { email: string; link: string | null }

/**
 * Returns the owner of the demo organization: at first a new person without a password, later that person, or, once
 * that person was removed, another owner. Only the demo's own owner gets a link, and only on a server that other
 * machines cannot reach.
 */
export async function ensureDemoOwner(
  foundation: Foundation,
  { organization_id }: Tenant,
  base_url: string,
): Promise<DemoOwner | null> {
  const { config, db, clock, log } = foundation
  const deps = { db, clock, report: recordPersonEvents(log, clock) }
  const actor = commandLine(organization_id)
  // The same person runs the installation, whose pages only an operator sees.
  const others = [{ role: 'operator', store_id: null } as const]
  const owner = await ensureOwner(deps, actor, { email: EMAIL, name: 'Demo owner', others })
  if (owner === null) return null
  const { id: person_id, email } = owner
  if (email !== EMAIL || !config.TIDINGS_DASHBOARD || !LOOPBACK.test(config.HOST)) return { email, link: null }
  const link = { person_id, purpose: 'enter', expires_in: LINK_SECONDS, remove_second_factor: false } as const
  return { email, link: linkOf(await createLink(deps, actor, link), base_url) }
}

const LOOPBACK = /^(?:127\.\d+\.\d+\.\d+|::1|localhost)$/
