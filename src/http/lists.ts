import { type Static, Type } from 'typebox'
import { criteriaOf, operatorsOf } from '../kernel/criteria.ts'
import { FILTER_CONDITIONS, joinFilters, parseFilter } from '../kernel/filter.ts'
import type { Criteria, ListDefinition, ListRequest } from '../kernel/list.ts'
import { LOWER_BOUND, PAGE_LIMIT, totalMethods } from '../kernel/page.ts'
import { parseSort, sortNames } from '../kernel/sort.ts'

/** The query of a list, with the fields and operators that it takes. Other parameters are accepted and kept in the links. */
export function listQuerySchema(definition: ListDefinition) {
  const fields = Object.entries(definition.fields)
  const operators = fields.map(([name, field]) => `\`${name}\` (${operatorsOf(field).join(' ')})`).join(', ')
  const sorts = sortNames(definition).map((name) => `\`${name}\``)
  return Type.Object({
    'page[limit]': Type.Optional(Type.Integer({ minimum: 1, description: LIMIT })),
    'page[offset]': Type.Optional(
      Type.Integer({ minimum: 0, maximum: definition.max_offset ?? Number.MAX_SAFE_INTEGER, description: OFFSET }),
    ),
    'page[total_method]': Type.Optional(Type.Enum(totalMethods, { type: 'string', description: TOTAL_METHOD })),
    sort: Type.Optional(
      Type.String({ description: `${SORT} Fields: ${sorts.join(', ')}. Default: \`${definition.default_sort}\`.` }),
    ),
    filter: Type.Optional(
      Type.Union([Type.String(), Type.Array(Type.String())], { description: `${FILTER}\n\nFields: ${operators}.` }),
    ),
  })
}

export type ListQuery = Static<ReturnType<typeof listQuerySchema>>

/**
 * What a list is asked for by a query that fits its schema. `page_length` is the limit of a caller who names none.
 * Throws `malformed_query` for a filter that can't be read, and for fields, operators and values that the list doesn't take.
 */
export function parseListRequest(query: ListQuery, definition: ListDefinition, page_length: number): ListRequest {
  return {
    limit: Math.min(query['page[limit]'] ?? page_length, PAGE_LIMIT),
    offset: query['page[offset]'] ?? 0,
    total_method: query['page[total_method]'] ?? 'lower_bound',
    // Several of them where a route does not declare it.
    sort: parseSort([query.sort ?? ''].flat().join(','), definition),
    where: parseFilters([query.filter ?? []].flat(), definition),
    max_offset: definition.max_offset,
  }
}

function parseFilters(texts: readonly string[], definition: ListDefinition): Criteria | null {
  const [first, ...others] = texts.filter((text) => text.trim() !== '').map(parseFilter)
  return first === undefined ? null : criteriaOf(joinFilters([first, ...others]), definition)
}

const LIMIT = `Records per page; more than ${PAGE_LIMIT} are served as ${PAGE_LIMIT}. Default: the setting \`page_length\`.`
const OFFSET =
  'Records to skip. A large offset is slow; to read everything, sort by `id` and filter with `gt(id,<last id of the page before>)`.'
const TOTAL_METHOD = `How to find \`meta.results.total\`: \`exact\` counts all, \`lower_bound\` (the default) counts to ${LOWER_BOUND}, \`observed\` looks one record past the page. The answer names the method that was used: \`exact\` whenever the number is exact.`
const SORT =
  'Field to sort by, `-` before it for descending, several separated by commas. Equal records come in the order of their ids.'
const FILTER = `Conditions \`operator(field,value)\`, joined by \`:\` (and) or, in parentheses, by \`|\` (or); at most ${FILTER_CONDITIONS}. \`in\`, \`contains_any\` and \`contains_all\` take several values, \`is_null\` none; \`like\` and \`ilike\` take \`*\` at the start, the end or both. Put a value in quotes when it holds quotes, commas, parentheses or backslashes. A time is \`YYYY-MM-DD\` (midnight UTC; \`eq\` takes the whole day), milliseconds since the epoch or RFC 3339.`
