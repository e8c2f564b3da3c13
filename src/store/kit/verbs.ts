import type { Listed } from '../../db/list.ts'
import type { Database } from '../../db/tables.ts'
import { invalid, notFound } from '../../kernel/errors.ts'
import type { ListRequest } from '../../kernel/list.ts'
import { type Owner, ownerId } from '../../kernel/owner.ts'
import { checkVersion } from '../../kernel/version.ts'
import { type AnyResource, type Frame, pointerTo } from './resource.ts'
import { insert, remove, save } from './rows.ts'
import { listRows, lockRow, type RowOf, rowExists, type Scope, selectRow } from './store.ts'
import { change, type StoreDeps, type Work } from './work.ts'

/** Where a resource is asked for: whose, and below which parents (path parameters by name). */
export type Place = { owner: Owner; parents: Scope }

/** What a body says, as its schema takes it: attributes by name, perhaps others beside them. */
type Sent = Readonly<Record<string, unknown>>

/** Throws `not_found` for a parent, `invalid`, `conflict`. */
export async function createOne<R extends AnyResource>(
  deps: StoreDeps,
  resource: R,
  place: Place,
  sent: Sent,
): Promise<RowOf<R>> {
  const digested = await resource.digest?.(sent, ownerId(place.owner))
  return change(deps, place.owner, async (work) => {
    await expectParents(work.tx, resource, place)
    const values = { ...attributesIn(resource, sent), ...digested, ...place.parents }
    return insert(work, resource, values as Partial<RowOf<R>>, sent)
  })
}

/** Throws `not_found`. */
export async function getOne<R extends AnyResource>(
  { db }: Pick<StoreDeps, 'db'>,
  resource: R,
  place: Place,
  id: string,
): Promise<RowOf<R>> {
  const row = await selectRow(db, resource, scopeOf(place, { id }))
  if (row === undefined) throw notFound(resource.one)
  return row
}

/** Throws `not_found` for a parent. */
export async function listSome<R extends AnyResource>(
  { db }: Pick<StoreDeps, 'db'>,
  resource: R,
  place: Place,
  request: ListRequest,
): Promise<Listed<RowOf<R>>> {
  const listed = await listRows(db, resource, scopeOf(place), request)
  if (listed.rows.length === 0) await expectParents(db, resource, place)
  return listed
}

export type Update = {
  id: string
  sent: Sent
  /** The version that the caller has seen; null when it does not say. */
  expected_version: number | null
}

/** Attributes that are not sent keep their values. Throws `not_found`, `conflict`, `invalid`. */
export async function updateOne<R extends AnyResource>(
  deps: StoreDeps,
  resource: R,
  place: Place,
  { id, sent, expected_version }: Update,
): Promise<RowOf<R>> {
  const digested = await resource.digest?.(sent, ownerId(place.owner))
  return change(deps, place.owner, async (work) => {
    await resource.enter?.(work, sent, place.parents)
    // Two rows that come to refer to each other at once would wait for each other's whole lock.
    const before = await lockOne(work, resource, scopeOf(place, { id }), 'no key update')
    checkVersion(resource.one, before.version, expected_version)
    const changes = attributesIn(resource, sent)
    refuseFixed(resource, before, changes)
    return save(work, resource, before, { ...changes, ...digested } as Partial<RowOf<R>>, sent)
  })
}

/** Throws `not_found`, `conflict`. */
export function removeOne(
  deps: StoreDeps,
  resource: AnyResource,
  place: Place,
  { id, expected_version }: Omit<Update, 'sent'>,
): Promise<void> {
  return change(deps, place.owner, async (work) => {
    await resource.enter?.(work, {}, place.parents)
    const row = await lockOne(work, resource, scopeOf(place, { id }))
    checkVersion(resource.one, row.version, expected_version)
    await remove(work, resource, row)
  })
}

/** The row, locked until the work ends. Throws `not_found`. */
export async function lockOne<R extends AnyResource>(
  work: Work,
  resource: R,
  scope: Scope,
  strength?: Parameters<typeof lockRow>[3],
): Promise<RowOf<R>> {
  const row = await lockRow(work.tx, resource, { owner_id: ownerId(work.owner), ...scope }, strength)
  if (row === undefined) throw notFound(resource.one)
  return row
}

function scopeOf({ owner, parents }: Place, more: Scope = {}): Scope {
  return { owner_id: ownerId(owner), ...parents, ...more }
}

/** Throws `not_found` that names the outermost parent that is not there. */
async function expectParents(db: Database, resource: AnyResource, { owner, parents }: Place): Promise<void> {
  let outer: Scope = { owner_id: ownerId(owner) }
  for (const { parameter, table, one } of resource.parents) {
    const id = parents[parameter] ?? ''
    if (!(await rowExists(db, table, { ...outer, id }))) throw notFound(one)
    outer = { ...outer, [parameter]: id }
  }
}

/** The attributes of the resource among what was sent. */
export function attributesIn({ attributes }: AnyResource, sent: Sent): Record<string, unknown> {
  return Object.fromEntries(Object.entries(sent).filter(([name]) => Object.hasOwn(attributes, name)))
}

/** Throws `invalid` for attributes that nothing changes. */
export function refuseFixed(resource: AnyResource, before: Frame, changes: Record<string, unknown>): void {
  const values = before as unknown as Record<string, unknown>
  const changed = Object.keys(changes).filter(
    (name) => resource.attributes[name]?.fixed && changes[name] !== values[name],
  )
  if (changed.length === 0) return
  throw invalid(changed.map((name) => ({ detail: `${name} can't be changed.`, pointer: pointerTo(resource, name) })))
}
