import type { ReactNode } from 'react'
import type { AreaFacts, Schema } from '../../api/operations.ts'
import type { GetPath, ResponseOf } from '../../api/queries.ts'
import { send } from '../../api/send.ts'
import { combineFilters, printFilter } from '../filter.ts'
import type { Picker } from '../form/field.ts'
import type { Grouping } from '../form/layout.ts'
import { type Override, type Overrides, pick, pickSeveral } from '../form/overrides.ts'
import type { FormBody } from '../form/use-form.ts'
import type { RowOf } from '../list/list-query.ts'
import type { Column } from '../list/list-view.tsx'
import type { Scope } from '../scope.ts'

/**
 * Declaration of a plain resource, from which its list, forms and delete dialog follow. The paths are those of the
 * OpenAPI document.
 */
export type Resource<L extends GetPath = GetPath, O extends GetPath = GetPath> = {
  /** Address below the store: `taxes/rates`; `variations/{product_variation_id}/options` for a nested resource. */
  address: string
  list: L
  one: O
  /** Lower case. */
  label: { one: string; many: string }
  /** Purpose of the resource, in one sentence. */
  about: string
  /** Title of a row; `name` by default. */
  title?: (row: RowOf<L>) => string
  /** Member names or whole columns. The first column links to the resource. */
  columns: readonly (ColumnName<RowOf<L>> | Column<RowOf<L>>)[]
  /** Field that the search matches; `name` by default, if the list can filter by it. */
  search?: string
  /** Overrides for fields whose schema does not say enough. */
  form?: (pickers: Pickers) => Overrides
  order?: readonly string[]
  groups?: Grouping
  /** Sibling lists, as tabs. */
  beside?: readonly Tab[]
  /** Parent resource, whose id is in the address. */
  parent?: AnyResource
  /** Nested lists, as tabs of a row. */
  below?: (row: Shown<O>) => readonly Tab[]
  /** Sentence about what else is lost with a deletion. */
  loses?: string
  /** Resources that refer to a row or are deleted with it; counted before a deletion. */
  dependents?: readonly Dependent[]
  /** Member that identifies a row in its address, `id` by default. */
  id?: keyof RowOf<L> & string
  /** Differences between the form and the API's shapes. */
  adapt?: Adapt
  /** Filters and sort keys, where the OpenAPI document cannot list them. */
  facts?: AreaFacts
  /**
   * Generated pages, all by default. An area routes the others to its own pages. `scripts/plain-resources.ts` reads
   * this member from the source, as well as `address`, `one` and `group`.
   */
  pages?: readonly ResourcePage[]
  /** Navigation group; absent if another entry leads to the resource. */
  group?: 'Sell' | 'Catalog' | 'Set up'
  /** Content in addition to the form. */
  detail?: (row: Shown<O>) => ReactNode
}

export type ResourcePage = 'list' | 'new' | 'one'

export type Tab = { label: string; address: string }

export type Dependent = {
  label: { one: string; many: string }
  /** List to count, and its address; filtered by `field`, or everything below the resource. */
  counted: GetPath
  address: string
  field?: string
  /** True if rows are deleted with the resource; otherwise their existence blocks the deletion. */
  isDeleted?: true
}

type Adapt = {
  /** Initial values that the schema cannot express. */
  initial?: object
  /** `row` is null in the form that creates. */
  schema?: (schema: Schema, row: Row | null) => Schema
  /** Maps the resource to form values. */
  value?: (row: Row) => Row
  /** Maps form values to the body. */
  body?: (body: FormBody, row: Row | null) => FormBody
}

type Shown<O extends GetPath> = ResponseOf<O> extends { data: infer Row } ? Row : never

type ColumnName<Of> = keyof Of & string

/** Type-checks a declaration: a wrong path or member does not compile. */
export function resource<L extends GetPath, O extends GetPath>(declaration: Resource<L, O>): AnyResource {
  return declaration as unknown as AnyResource
}

/** A resource of unknown row type, for generic code. */
export type AnyResource = Omit<Resource, 'columns' | 'title' | 'below' | 'detail' | 'id'> & {
  id?: string
  columns: readonly (string | Column<Row>)[]
  title?: (row: Row) => string
  below?: (row: Row) => readonly Tab[]
  detail?: (row: Row) => ReactNode
}

export type Row = { id: string; name?: string } & Record<string, unknown>

/** Field overrides that select other resources. */
export type Pickers = {
  one: (resource: AnyResource) => Override
  several: (resource: AnyResource) => Override
}

export function pickersIn(scope: Scope, params: Record<string, string>): Pickers {
  return {
    one: (of) => pick(pickerOf(of, scope, params)),
    several: (of) => pickSeveral(pickerOf(of, scope, params)),
  }
}

const FOUND = 20

export function pickerOf(of: AnyResource, { api, id: scope_id }: Scope, params: Record<string, string>): Picker {
  return {
    name: `${scope_id} ${of.list}`,
    search: async (text) => {
      const found = text.trim() === '' ? '' : conditionOf(of, text.trim())
      const query = { filter: combineFilters(found), 'page[limit]': String(FOUND) }
      const { data } = await send(api, 'get', of.list, { params: { path: params, query: withoutEmpty(query) } })
      return (data as { data: Row[] }).data.map((row) => ({ value: keyOf(of, row), label: titleOf(of, row) }))
    },
    label: async (id) => {
      const path = { ...params, [idName(of)]: id }
      const response = await send(api, 'get', of.one, { params: { path } }).catch(() => null)
      return response === null ? null : titleOf(of, (response.data as { data: Row }).data)
    },
  }
}

function conditionOf({ search = 'name' }: AnyResource, text: string): string {
  return printFilter({ conditions: [{ field: search, operator: 'ilike', values: [`*${text}*`] }] })
}

function withoutEmpty(query: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''))
}

export function titleOf(resource: AnyResource, row: Row): string {
  const { title } = resource
  return title?.(row) || row.name || keyOf(resource, row)
}

/** Identifier of a row in its address. */
export function keyOf({ id = 'id' }: Pick<AnyResource, 'id'>, row: Row): string {
  return String(row[id])
}

/** Name of the last path parameter: `tax_rate_id`. */
export function idName({ one }: AnyResource): string {
  return /\{(\w+)\}$/.exec(one)?.[1] ?? 'id'
}

/** Address of a list, with its parent ids filled in. */
export function addressOf({ address }: Pick<AnyResource, 'address'>, params: Record<string, string>): string {
  return address.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '')
}
