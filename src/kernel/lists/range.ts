import { badQuery } from '../errors.ts'
import type { Criteria, ListRequest } from './list.ts'

/** Fields of a list without an index, by name. Filters by these fields require a range of `created_at` or `id`. */
export type UnindexedFields = Readonly<Record<string, { column: string }>>

/**
 * Throws `malformed_query` if a filter by one of these fields has no lower bound, because it would read all retained
 * records.
 */
export function expectRange({ where }: Pick<ListRequest, 'where'>, fields: UnindexedFields, things: string): void {
  if (where === null || hasLowerBound(where)) return
  const columns = columnsOf(where)
  const found = Object.entries(fields).find(([, { column }]) => columns.has(column))
  if (found === undefined) return
  throw badQuery(
    'filter',
    `A filter by ${found[0]} needs a time range, because it reads all ${things} in the range: ` +
      'add ge(created_at,<time>) or gt(id,<id>), for example ge(created_at,2026-11-20):eq(…).',
  )
}

export function columnsOf(where: Criteria): ReadonlySet<string> {
  return new Set('criteria' in where ? where.criteria.flatMap((one) => [...columnsOf(one)]) : [where.source.column])
}

/** True if every matching record has a time or an id above some value. */
function hasLowerBound(where: Criteria): boolean {
  switch (where.kind) {
    case 'and':
      return where.criteria.some(hasLowerBound)
    case 'or':
      return where.criteria.every(hasLowerBound)
    case 'time':
      return where.type === 'id_time' && where.from !== null
    case 'compare':
      return isId(where.source.column) && ['eq', 'gt', 'ge'].includes(where.operator)
    case 'among':
      return isId(where.source.column)
    default:
      return false
  }
}

function isId(column: string): boolean {
  return column === 'id'
}
