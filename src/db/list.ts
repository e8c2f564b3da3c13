import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import { lowestIdAt } from '../kernel/ids.ts'
import type { Comparison, Criteria, ListRequest, Place, Scalar, ScalarKind } from '../kernel/list.ts'
import { countedTotal, type Total, totalStep } from '../kernel/page.ts'
import { spanOfAlternatives } from '../kernel/span.ts'
import type { Database } from './tables.ts'

/** One page of a list; `more` tells whether another row follows its last. */
export type Listed<Row> = { rows: Row[]; total: Total; more: boolean }

/**
 * Reads one page of `query`, which says whose rows and which columns, without order, limit, grouping or distinct.
 * One statement, and a second one to count when the page doesn't tell the total itself.
 */
export async function list<DB, TB extends keyof DB, Row>(
  db: Database,
  query: SelectQueryBuilder<DB, TB, Row>,
  request: ListRequest,
): Promise<Listed<Row>> {
  const matching = request.where === null ? query : query.where(condition(spanned(request.where, request)))
  const found = await sorted(matching, request)
    .limit(request.limit + 1)
    .offset(request.offset)
    .execute()
  const rows = found.slice(0, request.limit)
  const more = found.length > request.limit
  const step = totalStep(request, { rows: rows.length, more })
  if (step.kind === 'known') return { rows, more, total: step.total }
  return { rows, more, total: countedTotal(await count(db, matching, step.at_most), step.at_most) }
}

/** With what follows from it for the first field of the sort, where only an index can tell. */
function spanned(where: Criteria, { sort: [first] }: ListRequest): Criteria {
  const span = first === undefined ? null : spanOfAlternatives(where, first.place)
  return span === null ? where : { kind: 'and', criteria: [span, where] }
}

function sorted<DB, TB extends keyof DB, Row>(query: SelectQueryBuilder<DB, TB, Row>, { sort }: ListRequest) {
  return sort.reduce((builder, key) => builder.orderBy(reference(key.place), key.direction), query)
}

async function count<DB, TB extends keyof DB, Row>(
  db: Database,
  query: SelectQueryBuilder<DB, TB, Row>,
  at_most: number | null,
): Promise<number> {
  const bare = query.clearSelect().select(sql`1`.as('one'))
  const counted = at_most === null ? bare : bare.limit(at_most)
  const result = await sql<{ count: number }>`select count(*) as count from (${counted}) as counted`.execute(db)
  return result.rows[0]?.count ?? 0
}

function condition(criteria: Criteria): RawBuilder<SqlBool> {
  switch (criteria.kind) {
    case 'and':
      return sql`(${sql.join(criteria.criteria.map(condition), sql` and `)})`
    case 'or':
      return sql`(${sql.join(criteria.criteria.map(condition), sql` or `)})`
    case 'compare':
      return sql`${reference(criteria.place)} ${sign(criteria.operator)} ${typed(criteria.type, criteria.value)}`
    case 'among':
      return sql`${reference(criteria.place)} = any(${typedArray(criteria.type, criteria.values)})`
    case 'like':
      return like(criteria)
    case 'time':
      return time(criteria)
    case 'contains_any':
      return sql`${reference(criteria.place)} && ${criteria.values}::text[]`
    case 'contains_all':
      return sql`${reference(criteria.place)} @> ${criteria.values}::text[]`
    case 'null':
      return sql`${reference(criteria.place)} is null`
  }
}

function reference({ column, path, as }: Place): RawBuilder<unknown> {
  if (path === undefined) return sql.ref(column)
  const steps = sql`array[${sql.join(path.map((step) => sql.lit(step)))}]`
  const text = sql`(${sql.ref(column)} #>> ${steps})`
  switch (as) {
    case 'numeric':
      return sql`${text}::numeric`
    case 'boolean':
      return sql`${text}::boolean`
    case 'time':
      // In UTC already, and without a zone the cast depends on no setting.
      return sql`(${text}::timestamp at time zone 'UTC')`
    case 'text_array':
      return sql`array(select jsonb_array_elements_text(case jsonb_typeof(${sql.ref(column)} #> ${steps})
        when 'array' then ${sql.ref(column)} #> ${steps} else '[]' end))`
    default:
      return text
  }
}

function sign(operator: Comparison): RawBuilder<unknown> {
  return sql.raw({ eq: '=', gt: '>', ge: '>=', lt: '<', le: '<=' }[operator])
}

// A whole number may pass the range of a narrower column. Elsewhere PostgreSQL takes the column's own type.
function typed(type: ScalarKind, value: Scalar): RawBuilder<unknown> {
  return type === 'integer' ? sql`${value}::bigint` : sql`${value}`
}

function typedArray(type: ScalarKind, values: readonly Scalar[]): RawBuilder<unknown> {
  return type === 'integer' ? sql`${values}::bigint[]` : sql`${values}`
}

function like({ place, text, starts, ends, letters }: Extract<Criteria, { kind: 'like' }>): RawBuilder<SqlBool> {
  const pattern = `${starts ? '' : '%'}${text.replace(/[\\%_]/g, '\\$&')}${ends ? '' : '%'}`
  return sql`${reference(place)} ${sql.raw(letters === 'exact' ? 'like' : 'ilike')} ${pattern}`
}

// The time in an id compares as the id itself, so that its index and the partitions serve it.
function time({ place, type, from, before }: Extract<Criteria, { kind: 'time' }>): RawBuilder<SqlBool> {
  const bound = (at: number) => (type === 'id_time' ? sql`${lowestIdAt(at)}::uuid` : sql`to_timestamp(${at / 1000})`)
  const bounds: RawBuilder<SqlBool>[] = []
  if (from !== null) bounds.push(sql`${reference(place)} >= ${bound(from)}`)
  if (before !== null) bounds.push(sql`${reference(place)} < ${bound(before)}`)
  return sql`(${sql.join(bounds, sql` and `)})`
}
