import { checkRevocable, revokeIn } from '../access/revoke-key.ts'
import { type KeyRow, selectLiveKeysBy } from '../access/sql/keys.ts'
import { endTokens } from '../access/tokens/generations.ts'
import { byCommandLine } from '../audit/record.ts'
import type { Database, Transaction } from '../db/database.ts'
import { transact } from '../db/transaction.ts'
import type { Caller } from '../http/callers/caller.ts'
import { AppError, invalid, notFound } from '../kernel/errors.ts'
import type { Requester } from '../kernel/requester.ts'
import { type Actor, actorOf, checkAuthority, checkRoles } from './authority.ts'
import type { PeopleDeps } from './deps.ts'
import { isSameEmail } from './rules/credentials.ts'
import {
  distinctRoles,
  type HeldRole,
  isKeyBeyond,
  isOrganizationOwner,
  roleChanges,
  visibleRoles,
} from './rules/roles.ts'
import { deleteInvitationsBy } from './sql/invitations.ts'
import {
  countOwners,
  deletePerson,
  deleteRoles,
  insertRoles,
  lockPerson,
  lockRoles,
  type PersonRow,
  selectPerson,
  updateName,
} from './store.ts'

export type ChangeDeps = Pick<PeopleDeps, 'db' | 'clock' | 'report'>

type Work = { tx: Transaction; actor: Actor; person: PersonRow; now: number }

/** Changes one person while no other request changes roles in the organization. Throws `not_found`. */
async function changePerson<T>(
  { db, clock }: ChangeDeps,
  { by, id }: { by: Caller | Actor; id: string },
  work: (work: Work) => Promise<T>,
): Promise<T> {
  return transact(db, async (tx) => {
    await lockRoles(tx, by.organization_id)
    const actor = await resolveActor(tx, by)
    const visible = await selectPerson(tx, id, {
      organization_id: actor.organization_id,
      store_id: actor.authority.store_id,
    })
    const person = visible === undefined ? undefined : await lockPerson(tx, id)
    if (person === undefined) throw notFound('person')
    return work({ tx, actor, person, now: clock() })
  })
}

async function resolveActor(db: Database, by: Caller | Actor): Promise<Actor> {
  return 'authority' in by ? by : actorOf(db, by)
}

/** Effect on keys that a person created and that would have more rights than the person. */
type KeyPolicy = 'keep' | 'revoke'

type PersonUpdate = { id: string; name?: string; email?: string; roles?: readonly HeldRole[]; keys: KeyPolicy }

/** An updated or removed person, and the keys that it created: those that remain, or those revoked with it. */
export type ChangedPerson = { person: PersonRow; keys: { id: string; name: string; is_revoked: boolean }[] }

/**
 * Changes the name and the roles of a person; its access tokens end within 5 s if the roles change. A caller that acts
 * on a store replaces only the roles that it sees. Returns the keys with more rights than the person now has. Throws
 * `not_found`, `invalid`, `conflict`, and `forbidden`, also for a key to be revoked that has more rights than the
 * caller.
 */
export function updatePerson(deps: ChangeDeps, by: Caller | Actor, update: PersonUpdate): Promise<ChangedPerson> {
  return changePerson(deps, { by, id: update.id }, async ({ tx, actor, person, now }) => {
    if (update.email !== undefined && !isSameEmail(update.email, person.email)) throw invalid([FIXED_EMAIL])
    if (update.roles !== undefined) await changeRoles({ tx, actor, person, now }, update.roles)
    if (update.name !== undefined && update.name !== person.name) {
      checkAuthority(actor, person.roles)
      await updateName(tx, { id: person.id, name: update.name, now: new Date(now) })
    }
    const after = (await lockPerson(tx, person.id)) ?? person
    const change = { before: shownOf(person), after: shownOf(after) }
    await deps.report(tx, { action: 'person.updated', ...about(person, actor), change })
    const keys = await selectKeysBy({ tx, actor, person, now })
    const beyond = keys.filter((key) => isKeyBeyond(key, after.roles))
    return { person: after, keys: await handleKeys({ tx, actor, person, now }, beyond, update.keys) }
  })
}

const FIXED_EMAIL = {
  detail: 'data.email cannot be changed: invite the new address, and remove this person.',
  pointer: '/data/email',
}

/** Replaces the roles of a person that the actor sees. Throws `forbidden`, `invalid` and `conflict`. */
export async function changeRoles({ tx, actor, person, now }: Work, roles: readonly HeldRole[]): Promise<void> {
  const before = visibleRoles(person.roles, actor.authority.store_id)
  const { added, removed } = roleChanges(before, distinctRoles(roles))
  if (added.length === 0 && removed.length === 0) return
  checkAuthority(actor, [...added, ...removed])
  await checkRoles(tx, actor, distinctRoles(roles))
  if (removed.some(isOrganizationOwner)) await keepOneOwner(tx, actor.organization_id)
  await deleteRoles(tx, person.id, removed)
  await insertRoles(tx, person.id, added)
  await deleteInvitationsBy(tx, person.id)
  await endTokens(tx, [person.id], now)
}

type Removal = { id: string; keys: KeyPolicy }

/**
 * Deletes a person with its sessions and open invitations; its access tokens end within 5 s. Throws `not_found`,
 * `conflict`, and `forbidden`, also for a key to be revoked that has more rights than the caller.
 */
export function removePerson(deps: ChangeDeps, by: Caller | Actor, { id, keys }: Removal): Promise<ChangedPerson> {
  return changePerson(deps, { by, id }, async ({ tx, actor, person, now }) => {
    checkAuthority(actor, person.roles)
    const work = { tx, actor, person, now }
    const made = await handleKeys(work, await selectKeysBy(work), keys)
    if (person.roles.some(isOrganizationOwner)) await keepOneOwner(tx, actor.organization_id)
    await endTokens(tx, [person.id], now)
    await deletePerson(tx, person.id)
    const change = { before: shownOf(person), after: null }
    await deps.report(tx, { action: 'person.removed', ...about(person, actor), change })
    return { person, keys: made }
  })
}

function selectKeysBy({ tx, actor, person, now }: Work): Promise<KeyRow[]> {
  const { store_id } = actor.authority
  return selectLiveKeysBy(tx, { organization_id: actor.organization_id, store_id }, person.id, now)
}

async function handleKeys(
  { tx, actor, now }: Work,
  keys: readonly KeyRow[],
  policy: KeyPolicy,
): Promise<ChangedPerson['keys']> {
  const is_revoked = policy === 'revoke'
  if (is_revoked) {
    for (const key of keys) checkRevocable(actor.authority.permissions, key)
    for (const { id } of keys) await revokeIn(tx, id, requesterOf(actor), now)
  }
  return keys.map(({ id, name }) => ({ id, name, is_revoked }))
}

function requesterOf({ acting }: Actor): Requester {
  return acting?.requested_by ?? byCommandLine('RemovePerson')
}

async function keepOneOwner(tx: Transaction, organization_id: string): Promise<void> {
  if ((await countOwners(tx, organization_id)) > 1) return
  const detail =
    'This is the last owner of the organization. Give the role `owner` of the organization to another person first.'
  throw new AppError('conflict', [{ detail }])
}

/** Runs an action on a person, such as a password reset link, if the actor may grant every role of that person. */
export function actFor<T>(
  deps: ChangeDeps,
  target: { by: Caller | Actor; id: string },
  work: (work: Work) => Promise<T>,
): Promise<T> {
  return changePerson(deps, target, (found) => {
    checkAuthority(found.actor, found.person.roles)
    return work(found)
  })
}

function shownOf({ name, roles }: PersonRow) {
  return { name, roles }
}

export function about({ id, organization_id }: PersonRow, { person_id, acting }: Actor) {
  return { organization_id, person_id: id, by_person_id: person_id, ...(acting !== undefined && { acting }) }
}
