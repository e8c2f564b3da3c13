import { badQuery } from '../errors.ts'
import { type FieldSource, type ListDefinition, type SortKey, sourceOf } from './list.ts'

/**
 * Parses `field`, `-field` or a comma-separated list of these; empty or `null` is the list's default. The id comes
 * last, in the direction of the key before it. Throws `malformed_query` that names the sortable fields.
 */
export function parseSort(text: string, definition: ListDefinition): SortKey[] {
  const requested = text === '' || text === 'null' ? definition.default_sort : text
  const known = requested === definition.default_sort ? Object.keys(definition.fields) : sortNames(definition)
  const keys: SortKey[] = []
  for (const part of requested.split(',').map((part) => part.trim())) {
    const name = part.replace(/^-/, '')
    const field = known.includes(name) ? definition.fields[name] : undefined
    if (field === undefined) throw unknownField(name, definition)
    const key: SortKey = { source: sourceOf(field), direction: part === name ? 'asc' : 'desc' }
    // Sorting by the time in the id is sorting by the id, and no key is needed after a unique key.
    if (field.column === definition.fields.id.column) return [...keys, key]
    if (!keys.some(({ source }) => isSameSource(source, key.source))) keys.push(key)
  }
  return [...keys, { source: sourceOf(definition.fields.id), direction: keys.at(-1)?.direction ?? 'asc' }]
}

export function sortNames({ fields }: ListDefinition): string[] {
  return Object.keys(fields)
    .filter((name) => fields[name]?.sortable !== false && fields[name]?.kind !== 'text_array')
    .sort()
}

function unknownField(name: string, definition: ListDefinition) {
  const allowed = sortNames(definition).join(' ')
  return badQuery('sort', `Invalid sort: unknown field [${name}], allowed fields are [${allowed}]`)
}

function isSameSource(one: FieldSource, other: FieldSource): boolean {
  return one.column === other.column && one.path?.join() === other.path?.join()
}
