import { ownerId } from '../../../kernel/owner.ts'
import type { AnyResource, Frame } from '../../../store/kit/resource.ts'
import { insert } from '../../../store/kit/rows.ts'
import { selectRow } from '../../../store/kit/store.ts'
import type { Work } from '../../../store/kit/work.ts'

type Values = Readonly<Record<string, unknown>>

/** A row by which the shop goes on; `made` is false when the store had one with the same key, which stays as it is. */
export type Ensured = { id: string; made: boolean }

/** The row that has these values of its unique attributes, otherwise a new one. Throws `invalid`, `conflict`. */
export async function ensure(work: Work, resource: AnyResource, key: Values, values: Values): Promise<Ensured> {
  const found = await find(work, resource, key)
  if (found !== undefined) return { id: found.id, made: false }
  return { id: (await make(work, resource, { ...values, ...key })).id, made: true }
}

export function find(work: Work, resource: AnyResource, key: Values): Promise<Frame | undefined> {
  const scope = Object.fromEntries(Object.entries(key).map(([name, value]) => [name, String(value)]))
  return selectRow(work.tx, resource, { owner_id: ownerId(work.owner), ...scope })
}

/** A new row of the values that data hold. Throws `invalid`, `conflict`. */
export function make(work: Work, resource: AnyResource, values: Values): Promise<Frame> {
  return insert(work, resource, values, values)
}
