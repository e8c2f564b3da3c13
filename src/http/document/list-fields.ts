import type { Operator } from '../../kernel/lists/list.ts'
import { mapMembers } from '../validation/components.ts'
import type { OpenApi, Operation, Parameter, Reference } from './named-parts.ts'

export const LIST_FILTER = 'x-filter'
export const LIST_SORT = 'x-sort'
const FILTER_OPERATORS = 'x-filter-operators'

export type ListFilter = Readonly<Record<string, readonly Operator[]>>
export type ListSort = { fields: readonly string[]; default: string }

/** A list operation's filter fields, each with the name of its operator set, and its sort fields. */
export type ListFields = { [LIST_FILTER]?: Readonly<Record<string, string>>; [LIST_SORT]?: ListSort }

/** The operator sets by name, for the whole document. */
export type FilterOperators = { [FILTER_OPERATORS]?: Readonly<Record<string, readonly Operator[]>> }

/**
 * Moves the filter and sort fields of each list from its parameters to the operation, so that the parameters of all
 * lists are equal and can be shared. Names operator sets once, because a thousand fields share a dozen sets.
 */
export function withListFields<Document extends OpenApi>(document: Document): Document & FilterOperators {
  const operators: Record<string, readonly Operator[]> = {}
  const paths = mapMembers(document.paths, (methods) =>
    mapMembers(methods, (operation) => lifted(operation, operators)),
  )
  return { ...document, paths, [FILTER_OPERATORS]: operators }
}

/** The operators of each field of an operation's list; undefined for an operation without a filter. */
export function filterOf(
  { [LIST_FILTER]: fields }: ListFields,
  { [FILTER_OPERATORS]: operators = {} }: FilterOperators,
): ListFilter | undefined {
  return fields && mapMembers(fields, (name) => operators[name] ?? [])
}

function lifted(operation: Operation, operators: Record<string, readonly Operator[]>): Operation {
  const { parameters } = operation
  if (parameters === undefined) return operation
  const { [LIST_FILTER]: filter, ...fields } = Object.assign({}, ...parameters.map(fieldsOf)) as Declared
  const named = filter && mapMembers(filter, (several) => nameSet(several, operators))
  return { ...operation, ...(named && { [LIST_FILTER]: named }), ...fields, parameters: parameters.map(withoutFields) }
}

type Declared = { [LIST_FILTER]?: ListFilter; [LIST_SORT]?: ListSort }

function nameSet(several: readonly Operator[], operators: Record<string, readonly Operator[]>): string {
  const key = several.filter((one) => one !== 'is_null').join(' ')
  const base = SETS[key] ?? several.join('_')
  const name = SETS[key] !== undefined && several.includes('is_null') ? `${base}_or_null` : base
  operators[name] = several
  return name
}

/** Names of operator sets. Other sets are named after their operators. */
const SETS: Readonly<Record<string, string>> = {
  'eq gt ge lt le in': 'ordered',
  'eq gt ge lt le in like ilike': 'text',
  eq: 'equal',
  'eq in': 'choice',
  'eq in contains contains_any contains_all': 'collection',
  ilike: 'pattern',
}

function fieldsOf(parameter: Parameter | Reference): object {
  if ('$ref' in parameter) return {}
  return Object.fromEntries(Object.entries(parameter.schema).filter(([word]) => isListWord(word)))
}

function withoutFields(parameter: Parameter | Reference): Parameter | Reference {
  if ('$ref' in parameter) return parameter
  const { schema, ...rest } = parameter
  return { ...rest, schema: Object.fromEntries(Object.entries(schema).filter(([word]) => !isListWord(word))) }
}

function isListWord(word: string): boolean {
  return word === LIST_FILTER || word === LIST_SORT
}
