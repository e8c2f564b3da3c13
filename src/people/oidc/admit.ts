import type { Transaction } from '../../db/database.ts'
import { storable } from '../../kernel/text/storable.ts'
import { createPerson } from '../create.ts'
import type { HeldRole } from '../rules/roles.ts'
import { lockPerson, type PersonRow, selectPeopleOfEmail, updatePassword, updateSubject } from '../store.ts'
import { endSessionsAtProvider } from './end-access.ts'
import { followClaim } from './follow-claim.ts'
import type { OidcDeps } from './oidc-deps.ts'
import type { Claims, OidcSettings } from './provider.ts'
import { otherPerson, RefusedLogIn } from './refusal.ts'

type Admitted = { organization_id: string; claims: Claims; roles: readonly HeldRole[] }

/**
 * Returns the person of a new subject: the existing person with the same verified address, who can no longer log in
 * otherwise, or a new person. Throws `forbidden` and `conflict`.
 */
export async function admitPerson(deps: OidcDeps, tx: Transaction, { organization_id, claims, roles }: Admitted) {
  const identity = identityIn(claims, deps.settings)
  const [same] = await selectPeopleOfEmail(tx, { email: identity.email, organization_id })
  if (same === undefined) return create(deps, tx, { organization_id, identity, roles })
  return followClaim(deps, tx, { person: await takeOver(deps, tx, { person: same, identity }), roles })
}

type Identity = { issuer: string; subject: string; email: string; name: string }

function identityIn({ iss, sub, email, email_verified, name }: Claims, { trust_email }: OidcSettings): Identity {
  if (typeof email !== 'string' || email === '') {
    const detail = 'The provider does not say the e-mail address: let it send the claim `email` in the ID token.'
    throw new RefusedLogIn('forbidden', 'no_email', { detail })
  }
  if (storable(email) !== email || storable(sub) !== sub) {
    const detail = 'The claims `sub` and `email` of the provider must not have null characters or halves of characters.'
    throw new RefusedLogIn('forbidden', 'no_email', { detail })
  }
  if (email_verified !== true && !(email_verified === undefined && trust_email)) throw unverified()
  const shown = typeof name === 'string' && name.trim() !== '' ? storable(name.trim(), 255) : email
  return { issuer: iss, subject: sub, email, name: shown }
}

type NewOne = { organization_id: string; identity: Identity; roles: readonly HeldRole[] }

async function create({ clock, report }: OidcDeps, tx: Transaction, { organization_id, identity, roles }: NewOne) {
  const { issuer, subject, email, name } = identity
  const person = await createPerson(tx, { organization_id, email, name, password_hash: null, roles }, clock())
  if (person === null) throw similar()
  if (!(await updateSubject(tx, { id: person.id, issuer, subject }))) throw otherPerson()
  const change = { before: null, after: { name, roles, provider: issuer } }
  await report(tx, { action: 'person.created', organization_id, person_id: person.id, by: 'provider', change })
  return person
}

type Taken = { person: PersonRow; identity: Identity }

/**
 * A person with a password must link the provider in a session, because otherwise a person who knows that password
 * would keep access.
 */
async function takeOver(deps: OidcDeps, tx: Transaction, { person, identity }: Taken): Promise<PersonRow> {
  const { issuer, subject } = identity
  const { id, organization_id, has_provider, password_hash } = person
  if (has_provider) throw otherPerson()
  if (deps.password_log_in && password_hash !== null) throw hasPassword()
  if (!(await updateSubject(tx, { id, issuer, subject }))) throw otherPerson()
  if (password_hash !== null) await updatePassword(tx, { id, password_hash: null, now: new Date(deps.clock()) })
  await endSessionsAtProvider(deps, tx, person)
  const change = {
    before: { provider: null, password: password_hash !== null },
    after: { provider: issuer, password: false },
  }
  await deps.report(tx, { action: 'person.linked', organization_id, person_id: id, by: 'provider', change })
  const linked = await lockPerson(tx, id)
  if (linked === undefined) throw otherPerson()
  return linked
}

function unverified(): RefusedLogIn {
  const detail =
    'The provider does not say that it has verified the e-mail address (`email_verified`). Let it verify the address; or, if it assigns addresses and never says so, set TIDINGS_OIDC_TRUST_EMAIL.'
  return new RefusedLogIn('forbidden', 'unverified_email', { detail })
}

function similar(): RefusedLogIn {
  const detail =
    'Another person has an e-mail address that looks the same. An owner can remove that person, or the provider can give another address.'
  return new RefusedLogIn('conflict', 'similar_email', { detail })
}

function hasPassword(): RefusedLogIn {
  const detail =
    'The person with this e-mail address has a password. Let the person log in with it, and link the provider at Your access.'
  return new RefusedLogIn('conflict', 'has_password', { detail })
}
