import { ownerId } from '../../../kernel/owner.ts'
import type { AnyResource, Frame } from '../../../store/kit/resource.ts'
import { insert } from '../../../store/kit/rows.ts'
import { selectRow } from '../../../store/kit/store.ts'
import type { Work } from '../../../store/kit/work.ts'

type Values = Readonly<Record<string, unknown>>

/** `isNew` is false if the store already had a row with the same key, which stays unchanged. */
export type Ensured = { id: string; isNew: boolean }

/** Returns the row with these values of its unique attributes, or a new row. Throws `invalid`, `conflict`. */
export async function ensure(work: Work, resource: AnyResource, key: Values, values: Values): Promise<Ensured> {
  const found = await find(work, resource, key)
  if (found !== undefined) return { id: found.id, isNew: false }
  return { id: (await create(work, resource, { ...values, ...key })).id, isNew: true }
}

export function find(work: Work, resource: AnyResource, key: Values): Promise<Frame | undefined> {
  const scope = Object.fromEntries(Object.entries(key).map(([name, value]) => [name, String(value)]))
  return selectRow(work.tx, resource, { owner_id: ownerId(work.owner), ...scope })
}

/** Inserts a row. Throws `invalid`, `conflict`. */
export function create(work: Work, resource: AnyResource, values: Values): Promise<Frame> {
  return insert(work, resource, values, values)
}
