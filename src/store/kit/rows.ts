import { isDeepStrictEqual } from 'node:util'
import { newId } from '../../db/new-id.ts'
import { eventKey } from '../../event-types/catalog.ts'
import type { OwnerlessEvent } from '../../event-types/event.ts'
import { invalid } from '../../kernel/errors.ts'
import { ownerId } from '../../kernel/owner.ts'
import { renameProblem } from './aliases.ts'
import { auditRow } from './audit.ts'
import { canonicalValue } from './canonical.ts'
import { requireCapacityFor } from './limit.ts'
import { pointToRelationship, rejectOtherRelationships } from './relationships.ts'
import { type AnyResource, type Draft, type Frame, pointerTo, present } from './resource.ts'
import { deleteRow, insertRow, lockRows, type RowOf, type Scope, updateRow } from './store.ts'
import type { Attributes } from './values/attribute.ts'
import type { Work } from './work.ts'

/** Values of a new row: attributes, parent ids and internal columns. */
export type NewRow<R extends AnyResource> = Partial<Omit<RowOf<R>, 'owner_id' | 'version' | 'updated_at'>>

/** Inserts a row and emits its `created` event. Missing values get their defaults. Throws `invalid` and `conflict`. */
export async function insert<R extends AnyResource>(
  work: Work,
  resource: R,
  values: NewRow<R>,
  sent: Sent = {},
): Promise<RowOf<R>> {
  const row = newRow(work, resource, values)
  await prepare(work, resource, { after: row, before: null, sent })
  await insertRow(work.tx, resource, row)
  emitEvent(work, resource, 'created', row)
  auditRow(work, resource, null, row)
  await resource.afterWrite?.(work, { after: row, before: null, sent })
  return row
}

/** Returns a new row before `prepare` and the insert. Missing values get their defaults. Throws `invalid`. */
export function newRow<R extends AnyResource>(
  { owner, now }: Pick<Work, 'owner' | 'now'>,
  resource: R,
  values: NewRow<R>,
): RowOf<R> {
  const frame: Frame = { owner_id: ownerId(owner), id: newId(now), version: 1, updated_at: now }
  return { ...frame, ...initialValues(resource), ...canonicalValues(resource, values) }
}

/** Defaults of all columns; null for required attributes. */
export function initialValues<R extends AnyResource>(resource: R): Partial<RowOf<R>> {
  const attributes: Attributes = { ...resource.internal, ...resource.attributes }
  const entries = Object.entries(attributes).map(([name, attribute]) => [name, attribute.initial ?? null])
  return Object.fromEntries(entries) as Partial<RowOf<R>>
}

/** Updates a locked row and emits its `updated` event, unless nothing changes. Throws `invalid` and `conflict`. */
export async function save<R extends AnyResource>(
  work: Work,
  resource: R,
  before: RowOf<R>,
  changes: Partial<RowOf<R>>,
  sent: Sent = {},
): Promise<RowOf<R>> {
  const after = await changedRow(work, resource, before, changes, sent)
  if (after === before) return before
  await updateRow(work.tx, resource, after)
  await emitUpdate(work, resource, { after, before, sent })
  return after
}

/** Applies an update to a locked row without writing it; returns the same row if nothing changes. Throws `invalid`. */
export async function changedRow<R extends AnyResource>(
  work: Work,
  resource: R,
  before: RowOf<R>,
  changes: Partial<RowOf<R>>,
  sent: Sent,
): Promise<RowOf<R>> {
  // A value that is sent back as it is stored stays, even if it would be normalized or refused today.
  const changed = Object.entries(changes).filter(([name, value]) => value !== (before as Sent)[name])
  const after: RowOf<R> = { ...before, ...canonicalValues(resource, Object.fromEntries(changed)) }
  await prepare(work, resource, { after, before, sent })
  if (isSame(before, after)) return before
  return Object.assign(after, { version: before.version + 1, updated_at: work.now })
}

/** Emits the `updated` event of a written row, and writes dependent rows. */
export async function emitUpdate(work: Work, resource: AnyResource, draft: Draft<Frame>): Promise<void> {
  emitEvent(work, resource, 'updated', draft.after)
  auditRow(work, resource, draft.before, draft.after)
  await resource.afterWrite?.(work, draft)
}

/** Deletes a locked row and its dependent rows and emits `deleted`. Throws `conflict` if other rows refer to it. */
export async function remove<R extends AnyResource>(work: Work, resource: R, row: RowOf<R>): Promise<void> {
  await resource.beforeRemove?.(work, row)
  await deleteRow(work.tx, resource, row)
  auditRow(work, resource, row, null)
  if (resource.event === null) return
  work.events.push({
    triggered_by: eventKey(resource.event, 'deleted'),
    payload: { type: resource.type, id: row.id },
    resource_version: row.version + 1,
  })
}

/** Removes every row of a scope, such as the children of a deleted parent. */
export async function removeAll(work: Work, resource: AnyResource, scope: Scope): Promise<void> {
  const rows = await lockRows(work.tx, resource, { owner_id: ownerId(work.owner), ...scope })
  for (const row of rows) await remove(work, resource, row)
}

type Sent = Draft<unknown>['sent']

/** Normalizes values (`canonicalValue`). Throws `invalid`. */
function canonicalValues<Of extends object>(resource: AnyResource, values: Of): Of {
  const { attributes, internal } = resource
  const known: Attributes = { ...internal, ...attributes }
  const entries = Object.entries(values).map(([name, value]) => {
    const attribute = known[name]
    return [name, attribute === undefined ? value : canonicalValue(attribute, value, pointerTo(resource, name))]
  })
  return Object.fromEntries(entries) as Of
}

async function prepare(work: Work, resource: AnyResource, draft: Draft<Frame>): Promise<void> {
  const problems = (await resource.prepare?.(work, draft)) ?? []
  if (problems.length > 0)
    throw invalid(
      problems.map((problem) => pointToRelationship(resource, draft, renameProblem(resource, draft.sent, problem))),
    )
  await requireCapacityFor(work, resource, draft)
  if (draft.sent.relationships === undefined) return
  const rows = draft.before === null ? [draft.after] : [draft.before, draft.after]
  const shown = rows.map((row) => present(resource, row, work.base_url).relationships)
  rejectOtherRelationships(draft.sent.relationships, shown)
}

function emitEvent(work: Work, resource: AnyResource, action: 'created' | 'updated', row: Frame): void {
  if (resource.event === null) return
  const shown = present(resource, row, work.base_url)
  const event = {
    triggered_by: eventKey(resource.event, action),
    payload: { data: resource.event_data?.(shown) ?? shown },
    resource_version: row.version,
  }
  // The declaration of the resource requires what its event promises.
  work.events.push(event as OwnerlessEvent)
}

function isSame(before: Frame, after: Frame): boolean {
  return isDeepStrictEqual(before, after)
}
