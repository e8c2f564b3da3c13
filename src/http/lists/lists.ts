import { type Static, Type } from 'typebox'
import { criteriaOf, operatorsOf } from '../../kernel/lists/criteria.ts'
import { FILTER_CONDITIONS, FILTER_LENGTH, joinFilters, parseFilter } from '../../kernel/lists/filter.ts'
import type { Criteria, ListDefinition, ListRequest } from '../../kernel/lists/list.ts'
import { LOWER_BOUND, PAGE_LIMIT, totalMethods } from '../../kernel/lists/page.ts'
import { parseSort, sortNames } from '../../kernel/lists/sort.ts'
import { LIST_FILTER, LIST_SORT, type ListFilter, type ListSort } from '../document/list-fields.ts'

/** The query of a list, with its fields and operators. Other parameters are accepted and kept in the links. */
export function listQuerySchema(definition: ListDefinition) {
  return Type.Object({
    'page[limit]': Type.Optional(Type.Integer({ minimum: 1, description: LIMIT })),
    'page[offset]': Type.Optional(
      Type.Integer({ minimum: 0, maximum: definition.max_offset ?? Number.MAX_SAFE_INTEGER, description: OFFSET }),
    ),
    'page[total_method]': Type.Optional(
      Type.Enum(totalMethods, { type: 'string', title: 'TotalMethod', description: TOTAL_METHOD }),
    ),
    sort: Type.Optional(Type.String({ description: SORT, [LIST_SORT]: sortOf(definition) })),
    filter: Type.Optional(oneOrMoreStrings({ description: FILTER, [LIST_FILTER]: operatorsByField(definition) })),
  })
}

/** A query parameter that may be repeated. */
export function oneOrMoreStrings(options: { description: string; [LIST_FILTER]?: ListFilter }) {
  return Type.Union([Type.String(), Type.Array(Type.String())], { title: 'OneOrMoreStrings', ...options })
}

/** The parameter `filter` of an operation that reads all matches instead of a page. */
export function filterSchema(definition: ListDefinition, description: string) {
  return Type.String({ maxLength: FILTER_LENGTH, description, [LIST_FILTER]: operatorsByField(definition) })
}

function operatorsByField({ fields }: ListDefinition): ListFilter {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, operatorsOf(field)]))
}

function sortOf(definition: ListDefinition): ListSort {
  return { fields: sortNames(definition), default: definition.default_sort }
}

/** The query of an operation that can embed items in its response. */
export const Include = Type.Object({
  include: Type.Optional(
    oneOrMoreStrings({
      description: '`items`: the response has the items in `included.items`. Other words are ignored.',
    }),
  ),
})

/** True if `include` contains the name, alone or in a comma-separated list. */
export function includes(include: string | readonly string[] | undefined, name: string): boolean {
  return [include ?? []].flat().some((words) => words.split(',').some((word) => word.trim() === name))
}

export type ListQuery = Static<ReturnType<typeof listQuerySchema>>

/**
 * Parses a query that matches the schema. `page_length` is the default limit. Throws `malformed_query` for a filter
 * that cannot be parsed, and for unsupported fields, operators and values.
 */
export function parseListRequest(query: ListQuery, definition: ListDefinition, page_length: number): ListRequest {
  return {
    limit: Math.min(query['page[limit]'] ?? page_length, PAGE_LIMIT),
    offset: query['page[offset]'] ?? 0,
    total_method: query['page[total_method]'] ?? 'lower_bound',
    // An array on routes that do not declare the parameter.
    sort: parseSort([query.sort ?? ''].flat().join(','), definition),
    where: parseFilters([query.filter ?? []].flat(), definition),
    max_offset: definition.max_offset,
  }
}

function parseFilters(texts: readonly string[], definition: ListDefinition): Criteria | null {
  const [first, ...others] = texts.filter((text) => text.trim() !== '').map(parseFilter)
  return first === undefined ? null : criteriaOf(joinFilters([first, ...others]), definition)
}

const LIMIT = `Records per page; values above ${PAGE_LIMIT} are treated as ${PAGE_LIMIT}. Default: the setting \`page_length\`.`
const OFFSET =
  'Records to skip. Large offsets are slow; to read all records, sort by `id` and filter with `gt(id,<last id of the previous page>)`.'
const TOTAL_METHOD = `How to count \`meta.results.total\`: \`exact\` counts all records, \`lower_bound\` (the default) counts up to ${LOWER_BOUND}, \`observed\` reads one record beyond the page. The response names the method used; it is \`exact\` whenever the number is exact.`
const SORT =
  'Comma-separated fields to sort by; prefix a field with `-` for descending order. Equal records are sorted by id. `x-sort` of an operation has its fields and the default.'
const FILTER = `At most ${FILTER_CONDITIONS} conditions \`operator(field,value)\`, combined with \`:\` (and) or, in parentheses, \`|\` (or). \`in\`, \`contains_any\` and \`contains_all\` accept several values, \`is_null\` none; \`like\` and \`ilike\` accept \`*\` at the start, the end or both; \`ilike\` ignores case and accents. Quote a value that contains quotes, commas, parentheses or backslashes. A time is \`YYYY-MM-DD\` (midnight UTC; \`eq\` matches the whole day), milliseconds since the epoch, or RFC 3339. \`x-filter\` of an operation has its fields, and \`x-filter-operators\` of the document their operators.`
