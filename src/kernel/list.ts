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

/** Where a field lives: a column (`status` or `jobs.status`) and, inside a JSON column, the path to a text. */
export type Place = { column: string; path?: readonly string[] }

/**
 * A field that a list filters and sorts by. `choice` takes only its choices; `id_time` is the moment at which the id in its
 * column was made (UUID version 7). `operators` narrows what the kind offers; `nullable` adds `is_null`; a field sorts unless
 * `sortable` is false.
 */
export type ListField = (
  | ({ kind: 'text' } & Place)
  | { kind: 'choice'; choices: readonly string[]; column: string }
  | { kind: 'uuid' | 'integer' | 'number' | 'boolean'; column: string }
  | { kind: 'time'; column: string }
  | { kind: 'id_time'; column: string }
  | { kind: 'text_array'; column: string }
) & { operators?: readonly Operator[]; nullable?: true; sortable?: false }

export type FieldKind = ListField['kind']

/** What a list can be asked for, by the names that callers use. */
export type ListDefinition = {
  fields: Readonly<Record<string, ListField>> & { readonly id: ListField }
  /** As in the `sort` parameter, for example `-created_at`. */
  default_sort: string
  /** The largest `page[offset]` that is served; null when every one is. */
  max_offset: number | null
}

/** What a list was asked for, checked. Every sort ends in the id. */
export type ListRequest = Page & {
  max_offset: number | null
  sort: readonly SortKey[]
  where: Criteria | null
}

export type SortKey = { place: Place; direction: 'asc' | 'desc' }

/** A filter that fits its list: places instead of names, values of the field's kind, nothing left to refuse. */
export type Criteria =
  | { kind: 'and' | 'or'; criteria: readonly Criteria[] }
  | { kind: 'compare'; place: Place; type: ScalarKind; operator: Comparison; value: Scalar }
  | { kind: 'among'; place: Place; type: ScalarKind; values: readonly Scalar[] }
  /** The text is, starts with, ends with or holds `text`. */
  | { kind: 'like'; place: Place; text: string; starts: boolean; ends: boolean; letters: 'exact' | 'any_case' }
  /** From a millisecond (included) to a millisecond (excluded); null is unbounded. */
  | { kind: 'time'; place: Place; type: 'time' | 'id_time'; from: number | null; before: number | null }
  | { kind: 'contains_any' | 'contains_all'; place: Place; values: readonly string[] }
  | { kind: 'null'; place: Place }

export type Comparison = 'eq' | 'gt' | 'ge' | 'lt' | 'le'
export type Scalar = string | number | boolean
export type ScalarKind = Exclude<FieldKind, 'time' | 'id_time' | 'text_array'>

export function placeOf(field: ListField): Place {
  return field.kind === 'text' && field.path !== undefined
    ? { column: field.column, path: field.path }
    : { column: field.column }
}
