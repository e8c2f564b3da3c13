import { lowestIdAt } from '../kernel/ids.ts'
import type { Comparison, Criteria, FieldSource, ListRequest, ScalarKind } from '../kernel/lists/list.ts'
import { countedTotal, type Total, totalStep } from '../kernel/lists/page.ts'
import { spanOfAlternatives } from '../kernel/lists/span.ts'
import { searchText } from '../kernel/text/search-text.ts'
import { type Executor, query } from './database.ts'

/** One page of a list. `more` is true if another row follows. */
export type Listed<Row> = { rows: Row[]; total: Total; more: boolean }

/** Adds a parameter to a statement and returns its reference in SQL, such as `$3`. */
export type Bind = (value: unknown) => string

/**
 * The rows of a list: the parts of a `select` without order, limit, grouping and distinct. `each` is a `select` of one
 * column, for indexes led by that column: a page is read for each of its values, which is `each.value` in `where`, and
 * the pages are merged.
 */
export type ListSource = {
  columns: string
  from: string
  where: (bind: Bind) => string
  each?: (bind: Bind) => string
}

/** Reads one page with one statement, plus a second statement that counts if the page does not determine the total. */
export async function list<Row>(db: Executor, source: ListSource, request: ListRequest): Promise<Listed<Row>> {
  const found = await selectPage<Row>(db, source, request)
  const rows = found.slice(0, request.limit)
  const more = found.length > request.limit
  const step = totalStep(request, { rows: rows.length, more })
  if (step.kind === 'known') return { rows, more, total: step.total }
  return { rows, more, total: countedTotal(await count(db, source, request, step.at_most), step.at_most) }
}

function selectPage<Row>(db: Executor, source: ListSource, request: ListRequest): Promise<Row[]> {
  const { values, bind } = parameters()
  const order = request.sort.map(({ source, direction }) => `${reference(source)} ${direction}`).join(', ')
  const ordered = `select ${source.columns} ${matching(source, request, bind)} order by ${order}`
  const found =
    source.each === undefined
      ? ordered
      : `select page.* ${perValue(source.each(bind), `${ordered} limit ${bind(request.offset + request.limit + 1)}`)}
          order by ${order}`
  const text = `${found} limit ${bind(request.limit + 1)} offset ${bind(request.offset)}`
  return query<Row>(db, text, values)
}

function perValue(values: string, rows: string): string {
  return `from (${values}) as each(value) cross join lateral (${rows}) as page`
}

async function count(db: Executor, source: ListSource, request: ListRequest, at_most: number | null): Promise<number> {
  const { values, bind } = parameters()
  const matched = `select 1 ${matching(source, request, bind)}`
  const all = source.each === undefined ? matched : `select 1 ${perValue(source.each(bind), matched)}`
  const counted = `${all}${at_most === null ? '' : ` limit ${bind(at_most)}`}`
  const [row] = await query<{ count: number }>(db, `select count(*) as count from (${counted}) as counted`, values)
  return row?.count ?? 0
}

function parameters(): { values: unknown[]; bind: Bind } {
  const values: unknown[] = []
  return { values, bind: (value) => `$${values.push(value)}` }
}

function matching({ from, where }: ListSource, request: ListRequest, bind: Bind): string {
  const own = `from ${from} where ${where(bind)}`
  return request.where === null ? own : `${own} and ${condition(spanned(request.where, request), bind)}`
}

/** Adds the range that the condition implies for the first sort field, so that an index scan can begin there. */
function spanned(where: Criteria, { sort: [first] }: ListRequest): Criteria {
  const span = first === undefined ? null : spanOfAlternatives(where, first.source)
  return span === null ? where : { kind: 'and', criteria: [span, where] }
}

function condition(criteria: Criteria, bind: Bind): string {
  switch (criteria.kind) {
    case 'and':
    case 'or':
      if (criteria.criteria.length === 0) return String(criteria.kind === 'and')
      return `(${criteria.criteria.map((one) => condition(one, bind)).join(` ${criteria.kind} `)})`
    case 'compare':
      return `${reference(criteria.source)} ${SIGNS[criteria.operator]} ${inCase(criteria, bind(criteria.value))}${castOf(criteria.type)}`
    case 'among':
      return `${reference(criteria.source)} = any(${values(criteria, bind(criteria.values))}${castOf(criteria.type, '[]')})`
    case 'like':
      return like(criteria, bind)
    case 'time':
      return time(criteria, bind)
    case 'contains_any':
      return `${reference(criteria.source)} && ${bind(criteria.values)}::text[]`
    case 'contains_all':
      return `${reference(criteria.source)} @> ${bind(criteria.values)}::text[]`
    case 'contains_id':
      return `(${reference(criteria.source)} <> '{}' and ${reference(criteria.source)} && ${bind(criteria.values)}::uuid[])`
    case 'null':
      return `${reference(criteria.source)} is null`
    case 'json_text':
      return jsonText(criteria, bind)
  }
}

/** Both sides are folded by the database, whose locale may fold other letters than ours. */
function inCase({ source }: { source: FieldSource }, value: string): string {
  return source.lower === true ? `lower(${value})` : value
}

function values({ source }: { source: FieldSource }, list: string): string {
  return source.lower === true ? `array(select lower(value) from unnest(${list}::text[]) as value)` : list
}

/**
 * Quotes the column, because its name may be a keyword: `jobs.status` becomes `"jobs"."status"`. Columns and paths come
 * from declarations, never from requests.
 */
function reference({ lower, ...source }: FieldSource): string {
  return lower === true ? `lower(${plainReference(source)})` : plainReference(source)
}

function plainReference({ column, path, as }: FieldSource): string {
  const name = column.split('.').map(quoted).join('.')
  if (path === undefined) return name
  const steps = `array[${path.map(literal).join(', ')}]`
  const text = `(${name} #>> ${steps})`
  switch (as) {
    case 'numeric':
      return `${text}::numeric`
    case 'boolean':
      return `${text}::boolean`
    case 'time':
      // The text is in UTC. A cast without a time zone does not depend on session settings.
      return `(${text}::timestamp at time zone 'UTC')`
    case 'text_array':
      return `array(select jsonb_array_elements_text(case jsonb_typeof(${name} #> ${steps})
        when 'array' then ${name} #> ${steps} else '[]' end))`
    default:
      return text
  }
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

const SIGNS: Readonly<Record<Comparison, string>> = { eq: '=', gt: '>', ge: '>=', lt: '<', le: '<=' }

// A whole number may exceed the range of a narrower column. For other types, PostgreSQL infers the column's type.
function castOf(type: ScalarKind, array: '' | '[]' = ''): string {
  return type === 'integer' ? `::bigint${array}` : ''
}

function like({ source, text, starts, ends, letters }: Extract<Criteria, { kind: 'like' }>, bind: Bind): string {
  const sought = letters === 'exact' ? text : searchText(text)
  const pattern = bind(`${starts ? '' : '%'}${sought.replace(/[\\%_]/g, '\\$&')}${ends ? '' : '%'}`)
  return letters === 'exact'
    ? `${reference(source)} like ${inCase({ source }, pattern)}`
    : `search_text(${plainReference(source)}) like ${pattern}`
}

/** Most texts do not contain the member. Searching the raw text costs a tenth of parsing the JSON. */
function jsonText({ source, paths, values }: Extract<Criteria, { kind: 'json_text' }>, bind: Bind): string {
  const column = reference(source)
  const at = paths.map((path) => `${column}::json #> array[${path.map(literal).join(', ')}]`).join(', ')
  const names = [...new Set(paths.map((path) => path.at(-1) ?? ''))]
  const tests = values.map((value) => {
    const json = JSON.stringify(value)
    const contains = names
      .map((name) => `strpos(${column}, ${bind(`${JSON.stringify(name)}:${json}`)}) > 0`)
      .join(' or ')
    return `case when ${contains} then coalesce(${at})::text = ${bind(json)} else false end`
  })
  return `(${tests.join(' or ')})`
}

// Compares the id itself rather than its time, so that its index and the partitions are used.
function time({ source, type, from, before }: Extract<Criteria, { kind: 'time' }>, bind: Bind): string {
  const bound = (at: number) =>
    type === 'id_time' ? `${bind(lowestIdAt(at))}::uuid` : `to_timestamp(${bind(at / 1000)})`
  const bounds: string[] = []
  if (from !== null) bounds.push(`${reference(source)} >= ${bound(from)}`)
  if (before !== null) bounds.push(`${reference(source)} < ${bound(before)}`)
  return `(${bounds.join(' and ')})`
}
