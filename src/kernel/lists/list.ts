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

/**
 * The location of a field: a column (`status` or `jobs.status`) and, in a JSON column, the path and the type there.
 * `lower` reads a text in lower case.
 */
export type FieldSource = { column: string; path?: readonly string[]; as?: JsonKind; lower?: true }

/** The type that a value in a JSON column compares as; text by default. Times are ISO 8601 in UTC. */
type JsonKind = 'numeric' | 'boolean' | 'time' | 'text_array'

/**
 * A field that a list filters and sorts by. `choice` accepts only its choices; `id_time` is the time at which the id in
 * its column (UUID version 7) was created. `operators` narrows those of the kind; `nullable` adds `is_null`; a field is
 * sortable unless `sortable` is false. `letters` makes filters of a text ignore case, but not its order.
 */
export type ListField = (
  | { [Kind in Exclude<PlainKind, 'text'>]: { kind: Kind } & PlainSource }[Exclude<PlainKind, 'text'>]
  | ({ kind: 'text'; letters?: Letters } & PlainSource)
  | { kind: 'choice'; choices: readonly string[]; column: string }
  | { kind: 'uuid'; column: string }
  | { kind: 'id_time'; column: string }
  /** Ids in a column whose GIN index leaves out empty arrays. */
  | { kind: 'uuid_array'; column: string; sortable: false }
  /**
   * A text in a column of JSON written by `JSON.stringify`, at the first path that exists. With `choices`, it is one of
   * these.
   */
  | { kind: 'json_text'; column: string; paths: JsonPaths; choices?: readonly string[]; sortable: false }
) & { operators?: readonly Operator[]; nullable?: true; sortable?: false }

type PlainSource = Pick<FieldSource, 'column' | 'path'>

/** Case of a text in its column: `lower` is stored in lower case, `any` needs an index on `lower(column)`. */
export type Letters = 'lower' | 'any'

type JsonPaths = readonly (readonly string[])[]

type PlainKind = 'text' | 'integer' | 'number' | 'boolean' | 'time' | 'text_array'

export type FieldKind = ListField['kind']

/** The fields, the default sort and the limits of a list. Fields have the names that callers use. */
export type ListDefinition = {
  fields: Readonly<Record<string, ListField>> & { readonly id: ListField }
  /** Fields with one value for all records: a filter by such a field is accepted, and has no effect. */
  always?: Readonly<Record<string, string>>
  /** The same syntax as the `sort` parameter, such as `-created_at`. */
  default_sort: string
  max_offset: number | null
}

/** A validated request for a list. The last sort key is always the id. */
export type ListRequest = Page & {
  max_offset: number | null
  sort: readonly SortKey[]
  where: Criteria | null
}

export type SortKey = { source: FieldSource; direction: 'asc' | 'desc' }

/**
 * A filter resolved against its list: sources instead of names, values of the field's type. Needs no further checks.
 */
export type Criteria =
  | { kind: 'and' | 'or'; criteria: readonly Criteria[] }
  | { kind: 'compare'; source: FieldSource; type: ScalarKind; operator: Comparison; value: Scalar }
  | { kind: 'among'; source: FieldSource; type: ScalarKind; values: readonly Scalar[] }
  /** Equal to `text`, or starting with, ending with or containing it; in `any_spelling`, their search texts are compared. */
  | {
      kind: 'like'
      source: FieldSource
      text: string
      starts: boolean
      ends: boolean
      letters: 'exact' | 'any_spelling'
    }
  /** A range from a millisecond (inclusive) to a millisecond (exclusive); null is unbounded. */
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
