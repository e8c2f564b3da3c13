import { tokenGenerationsOf } from '../../access/tokens/generations.ts'
import type { Transaction } from '../../db/database.ts'
import { newId } from '../../db/new-id.ts'
import { transact } from '../../db/transaction.ts'
import type { Role } from '../../kernel/permissions.ts'
import { commandLine } from '../authority.ts'
import { changeRoles } from '../change.ts'
import type { PeopleDeps } from '../deps.ts'
import { normalizeEmail } from '../rules/credentials.ts'
import { rolesOfClaim } from '../rules/oidc-claims.ts'
import type { HeldRole } from '../rules/roles.ts'
import { type Begun, type Client, startSession } from '../sessions/start.ts'
import { selectOnlyOrganization } from '../sql/stores.ts'
import {
  insertPerson,
  insertRoles,
  lockPerson,
  lockRoles,
  type PersonRow,
  selectPeopleOfEmail,
  selectPersonOfSubject,
  updateSubject,
} from '../store.ts'
import type { Claims, OidcSettings } from './provider.ts'
import { RefusedLogIn } from './refusal.ts'

type OidcDeps = Pick<PeopleDeps, 'db' | 'clock' | 'access' | 'report'> & {
  settings: OidcSettings
  mapping: ReadonlyMap<string, readonly Role[]>
}

type Identity = { issuer: string; subject: string; email: string; is_verified: boolean; name: string }

/**
 * Logs in the person whom a provider has let in: by issuer and subject, or by a verified address, or a new one. The roles of the
 * organization follow from the claim at every log-in; those of single stores stay. Throws `forbidden` and `conflict`.
 */
export async function logInByProvider(deps: OidcDeps, claims: Claims, client: Client): Promise<Begun> {
  const identity = identityIn(claims)
  const roles = rolesOfClaim(claims[deps.settings.role_claim], deps.mapping)
  if (roles.length === 0) throw withoutRole(deps.settings)
  const organization_id = deps.settings.organization_id ?? (await selectOnlyOrganization(deps.db))
  if (organization_id === null) throw withoutOrganization()
  const person = await transact(deps.db, async (tx) => {
    await lockRoles(tx, organization_id)
    const known = await findPerson(tx, organization_id, identity)
    const person = known ?? (await createPerson(deps, tx, { organization_id, identity }))
    return followClaim(tx, { person, roles, now: deps.clock() })
  })
  const generation = (await tokenGenerationsOf(deps.db, [person.id]))[person.id] ?? 0
  const proven = { person_id: person.id, generation, method: 'provider', second_factor: null } as const
  return startSession(deps, proven, client)
}

function identityIn({ iss, sub, email, email_verified, name }: Claims): Identity {
  if (typeof email !== 'string' || email === '') {
    const detail = 'The provider does not say the e-mail address: let it send the claim `email` in the ID token.'
    throw new RefusedLogIn('forbidden', 'no_email', { detail })
  }
  const shown = typeof name === 'string' && name.trim() !== '' ? name.trim().slice(0, 255) : email
  return { issuer: iss, subject: sub, email, is_verified: email_verified === true, name: shown }
}

async function findPerson(
  tx: Transaction,
  organization_id: string,
  identity: Identity,
): Promise<PersonRow | undefined> {
  const { issuer, subject } = identity
  const known = await selectPersonOfSubject(tx, { organization_id, issuer, subject })
  if (known !== undefined) return known
  const email = normalizeEmail(identity.email)
  const [same] = await selectPeopleOfEmail(tx, { email, organization_id, limit: 1 })
  if (same === undefined) return undefined
  if (!identity.is_verified || !(await updateSubject(tx, { id: same.id, issuer, subject }))) throw otherPerson()
  return same
}

type NewOne = { organization_id: string; identity: Identity }

async function createPerson({ clock, report }: OidcDeps, tx: Transaction, { organization_id, identity }: NewOne) {
  const { issuer, subject, email, name } = identity
  const now = clock()
  const id = newId(now)
  const normalized_email = normalizeEmail(email)
  const row = { id, organization_id, email, normalized_email, name, password_hash: null, now: new Date(now) }
  if (!(await insertPerson(tx, row)) || !(await updateSubject(tx, { id, issuer, subject }))) throw otherPerson()
  await report(tx, { action: 'person.created', organization_id, person_id: id })
  return lockOrRefuse(tx, id)
}

type Followed = { person: PersonRow; roles: readonly HeldRole[]; now: number }

async function followClaim(tx: Transaction, { person, roles, now }: Followed): Promise<PersonRow> {
  const of_stores = person.roles.filter(({ store_id }) => store_id !== null)
  const actor = commandLine(person.organization_id)
  if (person.roles.length === 0) await insertRoles(tx, person.id, roles)
  else await changeRoles({ tx, actor, person, now }, [...roles, ...of_stores])
  return lockOrRefuse(tx, person.id)
}

async function lockOrRefuse(tx: Transaction, id: string): Promise<PersonRow> {
  const person = await lockPerson(tx, id)
  if (person === undefined) throw otherPerson()
  return person
}

function withoutRole({ role_claim }: OidcSettings): RefusedLogIn {
  const detail = `The provider has let the person in, but no value of the claim \`${role_claim}\` gives a role: see TIDINGS_OIDC_ROLES.`
  return new RefusedLogIn('forbidden', 'no_role', { detail })
}

function withoutOrganization(): RefusedLogIn {
  const detail = 'There is not exactly one organization: name the one to log in to in TIDINGS_OIDC_ORGANIZATION.'
  return new RefusedLogIn('conflict', 'no_organization', { detail })
}

function otherPerson(): RefusedLogIn {
  const detail =
    'Another person has this e-mail address, and the provider does not say that it is verified, or that person logs in as another subject. An owner can remove that person.'
  return new RefusedLogIn('conflict', 'other_person', { detail })
}
