import type { Page } from './page.ts'

export type Operator =
  | 'eq'
  | 'like'
  | 'ilike'
  | 'in'
  | 'gt'
  | 'ge'
  | 'lt'
  | 'le'
  | 'is_null'
  | 'contains'
  | 'contains_any'
  | 'contains_all'

/** Where a field lives: a column (`status` or `jobs.status`) and, inside a JSON column, the path to it and what it is there. */
export type FieldSource = { column: string; path?: readonly string[]; as?: JsonKind }

/** What a value in a JSON column compares as; without it as text. A time is ISO 8601 in UTC. */
type JsonKind = 'numeric' | 'boolean' | 'time' | 'text_array'

/**
 * A field that a list filters and sorts by. `choice` takes only its choices; `id_time` is the moment at which the id in its
 * column was made (UUID version 7). `operators` narrows what the kind offers; `nullable` adds `is_null`; a field sorts unless
 * `sortable` is false.
 */
export type ListField = (
  | { [Kind in PlainKind]: { kind: Kind } & Omit<FieldSource, 'as'> }[PlainKind]
  | { kind: 'choice'; choices: readonly string[]; column: string }
  | { kind: 'uuid'; column: string }
  | { kind: 'id_time'; column: string }
  /** Ids in a column whose GIN index leaves out empty arrays. */
  | { kind: 'uuid_array'; column: string; sortable: false }
  /**
   * A text inside a column with JSON text as `JSON.stringify` writes it, at the first of the paths that is there; with
   * `choices` it is one of them.
   */
  | { kind: 'json_text'; column: string; paths: JsonPaths; choices?: readonly string[]; sortable: false }
) & { operators?: readonly Operator[]; nullable?: true; sortable?: false }

type JsonPaths = readonly (readonly string[])[]

type PlainKind = 'text' | 'integer' | 'number' | 'boolean' | 'time' | 'text_array'

export type FieldKind = ListField['kind']

/** The fields, the default sort and the bounds of a list, by the names that callers use. */
export type ListDefinition = {
  fields: Readonly<Record<string, ListField>> & { readonly id: ListField }
  /** Fields of which all have one value: a filter by it is taken, and changes nothing. */
  always?: Readonly<Record<string, string>>
  /** As in the `sort` parameter, for example `-created_at`. */
  default_sort: string
  /** The largest `page[offset]` that is served; null when every one is. */
  max_offset: number | null
}

/** A validated request for a list. Every sort ends in the id. */
export type ListRequest = Page & {
  max_offset: number | null
  sort: readonly SortKey[]
  where: Criteria | null
}

export type SortKey = { source: FieldSource; direction: 'asc' | 'desc' }

/** A filter that fits its list: sources instead of names, values of the field's kind, nothing left to refuse. */
export type Criteria =
  | { kind: 'and' | 'or'; criteria: readonly Criteria[] }
  | { kind: 'compare'; source: FieldSource; type: ScalarKind; operator: Comparison; value: Scalar }
  | { kind: 'among'; source: FieldSource; type: ScalarKind; values: readonly Scalar[] }
  /** The text is, starts with, ends with or holds `text`. */
  | { kind: 'like'; source: FieldSource; text: string; starts: boolean; ends: boolean; letters: 'exact' | 'any_case' }
  /** From a millisecond (included) to a millisecond (excluded); null is unbounded. */
  | { kind: 'time'; source: FieldSource; type: 'time' | 'id_time'; from: number | null; before: number | null }
  | { kind: 'contains_any' | 'contains_all'; source: FieldSource; values: readonly string[] }
  | { kind: 'contains_id'; source: FieldSource; values: readonly string[] }
  | { kind: 'null'; source: FieldSource }
  | { kind: 'json_text'; source: FieldSource; paths: JsonPaths; values: readonly string[] }

export type Comparison = 'eq' | 'gt' | 'ge' | 'lt' | 'le'
export type Scalar = string | number | boolean
export type ScalarKind = Exclude<FieldKind, 'time' | 'id_time' | 'text_array' | 'uuid_array' | 'json_text'>

export function sourceOf(field: ListField): FieldSource {
  const { column } = field
  if (!('path' in field) || field.path === undefined) return { column }
  const as = JSON_KINDS[field.kind]
  return { column, path: field.path, ...(as !== undefined && { as }) }
}

const JSON_KINDS: Partial<Record<FieldKind, JsonKind>> = {
  integer: 'numeric',
  number: 'numeric',
  boolean: 'boolean',
  time: 'time',
  text_array: 'text_array',
}
