import { type RowLimit, requireCapacity } from '../../db/row-limit.ts'
import type { AnyResource, Draft, Frame } from './resource.ts'
import type { Work } from './work.ts'

export function limitOf({ limit, level, plural, table }: AnyResource): RowLimit | null {
  if (limit === undefined) return null
  const { each = [], ...declared } = limit
  const columns = ['owner_id', ...each]
  return {
    holder: level === 'any' ? 'A store or an organization' : 'A store',
    things: plural,
    rows: `${table} where ${columns.map((column, index) => `${column} = $${index + 1}`).join(' and ')}`,
    ...declared,
  }
}

/** Throws `conflict` if the row exceeds the limit, because it is new or moves to another holder. */
export async function requireCapacityFor(
  { tx }: Pick<Work, 'tx'>,
  resource: AnyResource,
  { after, before }: Draft<Frame>,
): Promise<void> {
  const limit = limitOf(resource)
  if (limit === null) return
  const holderOf = (row: Frame) =>
    ['owner_id', ...(resource.limit?.each ?? [])].map((name) => String(valuesOf(row)[name]))
  const holder = holderOf(after)
  if (before === null || holderOf(before).join() !== holder.join()) await requireCapacity(tx, limit, ...holder)
}

function valuesOf(row: Frame): Readonly<Record<string, unknown>> {
  return row
}
