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

/** A plain resource: its list, its forms, and what refers to it follow from this. Its paths are those of the document. */
export type Resource<L extends GetPath = GetPath, O extends GetPath = GetPath> = {
  /** Below the store: `taxes/rates`; `variations/{product_variation_id}/options` for one that is part of another. */
  address: string
  list: L
  one: O
  /** In words, lower case. */
  label: { one: string; many: string }
  /** What such things are for. */
  about: string
  /** What one is called; its `name` without this. */
  title?: (row: RowOf<L>) => string
  /** Names of members, or whole columns. The first one leads to the resource. */
  columns: readonly (ColumnName<RowOf<L>> | Column<RowOf<L>>)[]
  /** The field that the list is searched by; `name` where it filters by one. */
  search?: string
  /** What the schema of the body does not say of its fields. */
  form?: (pickers: Pickers) => Overrides
  order?: readonly string[]
  groups?: Grouping
  /** Other lists, as tabs beside this one. */
  beside?: readonly Tab[]
  /** What one is part of, where its address has the id of that. */
  parent?: AnyResource
  /** What stands below one: further lists, as tabs of it. */
  below?: (row: Shown<O>) => readonly Tab[]
  /** What is lost beside it when one is deleted, in a sentence. */
  loses?: string
  /** What refers to one, or goes with it: counted before it is deleted. */
  dependents?: readonly Dependent[]
  /** The member that is the id in its address, where that is not `id`. */
  id?: keyof RowOf<L> & string
  /** Where the form differs from what the API takes and gives. */
  adapt?: Adapt
  /** What the list is filtered and sorted by, where the document cannot say it. */
  facts?: AreaFacts
  /**
   * Those of its pages that follow from this: all of them without it. An area routes the others to pages of its own.
   * `scripts/plain-resources.ts` reads it from the source, as `address`, `one` and `group`.
   */
  pages?: readonly ResourcePage[]
  /** The group of the navigation that shows it, where nothing else there leads to it. */
  group?: 'Sell' | 'Catalog' | 'Set up'
  /** More of one than its form. */
  detail?: (row: Shown<O>) => ReactNode
}

export type ResourcePage = 'list' | 'new' | 'one'

export type Tab = { label: string; address: string }

export type Dependent = {
  label: { one: string; many: string }
  /** The list that is counted, and its address; that of `field`, or all below the resource without it. */
  counted: GetPath
  address: string
  field?: string
  /** Whether it is deleted with the resource; otherwise the API keeps the resource while there are any. */
  isDeleted?: true
}

type Adapt = {
  /** What the form that creates begins with, where its schema cannot say it. */
  initial?: object
  /** `row`: null in the form that creates. */
  schema?: (schema: Schema, row: Row | null) => Schema
  /** The values of the form, from the resource. */
  value?: (row: Row) => Row
  /** What is sent, from what the form has. */
  body?: (body: FormBody, row: Row | null) => FormBody
}

type Shown<O extends GetPath> = ResponseOf<O> extends { data: infer Row } ? Row : never

type ColumnName<Of> = keyof Of & string

/** Checks a declaration against the document: a wrong path or member does not compile. */
export function resource<L extends GetPath, O extends GetPath>(declaration: Resource<L, O>): AnyResource {
  return declaration as unknown as AnyResource
}

/** A resource for code that shows any: only its declaration knows what its rows are. */
export type AnyResource = Omit<Resource, 'columns' | 'title' | 'below' | 'detail' | 'id'> & {
  id?: string
  columns: readonly (string | Column<Row>)[]
  title?: (row: Row) => string
  below?: (row: Row) => readonly Tab[]
  detail?: (row: Row) => ReactNode
}

export type Row = { id: string; name?: string } & Record<string, unknown>

/** Fields that hold ids of other resources. */
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

/** What stands for it in its address. */
export function keyOf({ id = 'id' }: Pick<AnyResource, 'id'>, row: Row): string {
  return String(row[id])
}

/** The name of the last parameter of the path of one: `tax_rate_id`. */
export function idName({ one }: AnyResource): string {
  return /\{(\w+)\}$/.exec(one)?.[1] ?? 'id'
}

/** The address of a list below a store with the parameters that it is below of. */
export function addressOf({ address }: Pick<AnyResource, 'address'>, params: Record<string, string>): string {
  return address.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '')
}
