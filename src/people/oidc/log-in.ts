import { tokenGenerationsOf } from '../../access/tokens/generations.ts'
import { transact } from '../../db/transaction.ts'
import { rolesOfClaim } from '../rules/oidc-claims.ts'
import { type Begun, type Client, startSession } from '../sessions/start.ts'
import { selectOnlyOrganization } from '../sql/stores.ts'
import { lockRoles, selectPersonOfSubject } from '../store.ts'
import { admitPerson } from './admit.ts'
import { endAccess } from './end-access.ts'
import { followClaim } from './follow-claim.ts'
import type { OidcDeps } from './oidc-deps.ts'
import type { Claims, OidcSettings } from './provider.ts'
import { RefusedLogIn } from './refusal.ts'

/**
 * Logs in a person whom the provider has authenticated: by issuer and subject, by a verified address, or as a new
 * person. Every log-in sets the roles in the organization from the claim; those in single stores stay. A known person
 * without a role also loses access here. Throws `forbidden` and `conflict`.
 */
export async function logInByProvider(deps: OidcDeps, claims: Claims, client: Client): Promise<Begun> {
  const roles = rolesOfClaim(claims[deps.settings.role_claim], deps.mapping)
  const organization_id = await organizationOf(deps)
  const { iss: issuer, sub: subject } = claims
  const person = await transact(deps.db, async (tx) => {
    await lockRoles(tx, organization_id)
    const known = await selectPersonOfSubject(tx, { organization_id, issuer, subject })
    if (roles.length > 0)
      return known === undefined
        ? admitPerson(deps, tx, { organization_id, claims, roles })
        : followClaim(deps, tx, { person: known, roles })
    if (known !== undefined) await endAccess(deps, tx, { person: known, address: client.address })
    return null
  })
  if (person === null) throw withoutRole(deps.settings)
  const generation = (await tokenGenerationsOf(deps.db, [person.id]))[person.id] ?? 0
  const proven = { person_id: person.id, generation, method: 'provider', second_factor: null } as const
  return startSession(deps, { ...proven, max_ms: deps.settings.session_ms }, client)
}

export async function organizationOf({ db, settings }: Pick<OidcDeps, 'db' | 'settings'>): Promise<string> {
  const organization_id = settings.organization_id ?? (await selectOnlyOrganization(db))
  if (organization_id !== null) return organization_id
  const detail = 'There is not exactly one organization: name the one to log in to in TIDINGS_OIDC_ORGANIZATION.'
  throw new RefusedLogIn('conflict', 'no_organization', { detail })
}

export function withoutRole({ role_claim }: OidcSettings): RefusedLogIn {
  const detail = `The provider has let the person in, but no value of the claim \`${role_claim}\` gives a role: see TIDINGS_OIDC_ROLES.`
  return new RefusedLogIn('forbidden', 'no_role', { detail })
}
