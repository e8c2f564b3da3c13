import type { Operator } from '../../kernel/lists/list.ts'
import { mapMembers } from '../validation/components.ts'
import type { OpenApi, Operation, Parameter, Reference } from './named-parts.ts'

export const LIST_FILTER = 'x-filter'
export const LIST_SORT = 'x-sort'

/** The operators that a filter may use, by field. */
export type ListFilter = Readonly<Record<string, readonly Operator[]>>
export type ListSort = { fields: readonly string[]; default: string }

/** What an operation says of its list. */
export type ListFields = { [LIST_FILTER]?: ListFilter; [LIST_SORT]?: ListSort }

/** The document with the fields of each list at its operation, where its parameters have declared them: these are alike then. */
export function withListFields<Document extends OpenApi>(document: Document): Document {
  const paths = mapMembers(document.paths, (methods) => mapMembers(methods, lifted))
  return { ...document, paths }
}

function lifted(operation: Operation): Operation {
  const { parameters } = operation
  if (parameters === undefined) return operation
  const fields = Object.assign({}, ...parameters.map(fieldsOf)) as ListFields
  return { ...operation, ...fields, parameters: parameters.map(withoutFields) }
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
