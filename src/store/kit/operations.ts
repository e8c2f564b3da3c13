import { isDeepStrictEqual } from 'node:util'
import type { Passwords } from '../../access/passwords/passwords.ts'
import type { Database } from '../../db/database.ts'
import type { Listed } from '../../db/list.ts'
import { AppError, invalid, notFound } from '../../kernel/errors.ts'
import type { ListRequest } from '../../kernel/lists/list.ts'
import { type Owner, ownerId } from '../../kernel/owner.ts'
import { checkVersion } from '../../kernel/version.ts'
import { resolveAliases } from './aliases.ts'
import { canonicalValue } from './canonical.ts'
import { resolveRelationships } from './relationships.ts'
import { type AnyResource, type Frame, pointerTo } from './resource.ts'
import { insert, remove, save } from './rows.ts'
import { refuseUsed } from './sql/users.ts'
import { listRows, lockRow, type RowOf, rowExists, type Scope, selectRow } from './store.ts'
import { change, type StoreDeps, type Work } from './work.ts'

/** Dependencies of operations that can set passwords. */
export type WriteDeps = StoreDeps & { passwords: Passwords }

/** Rows of a resource that belong to an owner and to parents; `parents` are ids by path parameter. */
export type Collection = { owner: Owner; parents: Scope }

/** A validated request body: attributes by name, and possibly other members. */
type Sent = Readonly<Record<string, unknown>>

/** Creates a row. Throws `not_found` for a missing parent, `invalid` and `conflict`. */
export async function createOne<R extends AnyResource>(
  deps: WriteDeps,
  resource: R,
  collection: Collection,
  body: Sent,
): Promise<RowOf<R>> {
  const sent = resolveNames(resource, body, null)
  const digested = await resource.digest?.(deps.passwords, sent, collection.owner.organization_id)
  return change(deps, collection.owner, async (work) => {
    await expectParents(work.tx, resource, collection)
    const values = { ...attributesIn(resource, sent), ...digested, ...collection.parents }
    return insert(work, resource, values as Partial<RowOf<R>>, sent)
  })
}

/** Returns the members of a body under the names of the attributes. Throws `invalid`. */
export function resolveNames(resource: AnyResource, body: Sent, before: Sent | null): Sent {
  return resolveAliases(resource, resolveRelationships(resource, body, before), before)
}

/** Reads a row. Throws `not_found`. */
export async function getOne<R extends AnyResource>(
  { db }: Pick<StoreDeps, 'db'>,
  resource: R,
  collection: Collection,
  id: string,
): Promise<RowOf<R>> {
  const row = await selectRow(db, resource, scopeOf(collection, { id }))
  if (row === undefined) throw notFound(resource.singular)
  return row
}

/** Reads one page of rows. Throws `not_found` for a missing parent. */
export async function listSome<R extends AnyResource>(
  { db }: Pick<StoreDeps, 'db'>,
  resource: R,
  collection: Collection,
  request: ListRequest,
): Promise<Listed<RowOf<R>>> {
  const listed = await listRows(db, resource, scopeOf(collection), request)
  if (listed.rows.length === 0) await expectParents(db, resource, collection)
  return listed
}

export type Update = {
  id: string
  sent: Sent
  /** The version in `If-Match`; null without the header. */
  expected_version: number | null
  /** Attributes that only sellers may change. */
  reserved?: readonly string[]
}

/** Updates the sent attributes; others keep their values. Throws `not_found`, `conflict`, `invalid` and `forbidden`. */
export async function updateOne<R extends AnyResource>(
  deps: WriteDeps,
  resource: R,
  collection: Collection,
  { id, sent: body, expected_version, reserved = [] }: Update,
): Promise<RowOf<R>> {
  const digested = await resource.digest?.(deps.passwords, body, collection.owner.organization_id)
  return change(deps, collection.owner, async (work) => {
    await resource.beforeLock?.(work, body, collection.parents)
    // A full lock would deadlock two concurrent updates that make rows refer to each other.
    const before = await lockOne(work, resource, scopeOf(collection, { id }), 'no key update')
    checkVersion(resource.singular, before.version, expected_version)
    const sent = resolveNames(resource, body, before)
    const changes = attributesIn(resource, sent)
    rejectImmutableChanges(resource, before, changes)
    refuseReserved(resource, before, changes, reserved)
    return save(work, resource, before, { ...changes, ...digested } as Partial<RowOf<R>>, sent)
  })
}

/** Deletes a row and its dependent rows. Throws `not_found`, and `conflict`, with `force` not because others use it. */
export function removeOne(
  deps: StoreDeps,
  resource: AnyResource,
  collection: Collection,
  { id, expected_version, force = false }: Omit<Update, 'sent'> & { force?: boolean | undefined },
): Promise<void> {
  return change(deps, collection.owner, async (work) => {
    await resource.beforeLock?.(work, {}, collection.parents)
    const row = await lockOne(work, resource, scopeOf(collection, { id }))
    checkVersion(resource.singular, row.version, expected_version)
    if (!force) await refuseUsed(work.tx, resource, row)
    await remove(work, resource, row)
  })
}

/** Locks a row until the transaction ends and returns it. Throws `not_found`. */
export async function lockOne<R extends AnyResource>(
  work: Work,
  resource: R,
  scope: Scope,
  strength?: Parameters<typeof lockRow>[3],
): Promise<RowOf<R>> {
  const row = await lockRow(work.tx, resource, { owner_id: ownerId(work.owner), ...scope }, strength)
  if (row === undefined) throw notFound(resource.singular)
  return row
}

function scopeOf({ owner, parents }: Collection, more: Scope = {}): Scope {
  return { owner_id: ownerId(owner), ...parents, ...more }
}

/** Throws `not_found` that names the outermost missing parent. */
async function expectParents(db: Database, resource: AnyResource, { owner, parents }: Collection): Promise<void> {
  let outer: Scope = { owner_id: ownerId(owner) }
  for (const { parameter, table, singular } of resource.parents) {
    const id = parents[parameter] ?? ''
    if (!(await rowExists(db, table, { ...outer, id }))) throw notFound(singular)
    outer = { ...outer, [parameter]: id }
  }
}

/** Picks the members of a body that are attributes of the resource. */
export function attributesIn({ attributes }: AnyResource, sent: Sent): Record<string, unknown> {
  return Object.fromEntries(Object.entries(sent).filter(([name]) => Object.hasOwn(attributes, name)))
}

/** Throws `invalid` for changes of immutable attributes. */
export function rejectImmutableChanges(resource: AnyResource, before: Frame, changes: Record<string, unknown>): void {
  const values: Record<string, unknown> = before
  const changed = Object.keys(changes).filter(
    (name) => resource.attributes[name]?.fixed && changes[name] !== values[name],
  )
  if (changed.length === 0) return
  throw invalid(changed.map((name) => ({ detail: `${name} can't be changed.`, pointer: pointerTo(resource, name) })))
}

/** Accepts a reserved attribute with its current value, because clients send back what they read. */
function refuseReserved(resource: AnyResource, before: Frame, changes: Sent, reserved: readonly string[]): void {
  const values: Sent = { ...before }
  const changed = Object.entries(changes).filter(([name, value]) => {
    const attribute = resource.attributes[name]
    if (attribute === undefined || !reserved.includes(name)) return false
    return !isDeepStrictEqual(canonicalValue(attribute, value, pointerTo(resource, name)), values[name])
  })
  rejectReserved(
    resource,
    changed.map(([name]) => name),
  )
}

/** Throws `forbidden` for these members, which only sellers may set. */
export function rejectReserved(resource: AnyResource, names: readonly string[]): void {
  const problems = names.map((name) => ({
    detail: `Only a seller can set ${name}.`,
    pointer: pointerTo(resource, name),
  }))
  if (problems.length > 0) throw new AppError('forbidden', problems)
}
