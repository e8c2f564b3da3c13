import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type OperationId, operationAt, type Schema } from '../../api/operations.ts'
import { Empty } from '../../ui/layout/empty.tsx'
import type { Action } from '../actions.tsx'
import { useAllParams } from '../address-state.ts'
import { Value } from '../cells/value.tsx'
import { describe } from '../form/describe.ts'
import type { Field } from '../form/field.ts'
import { capitalized, labelOf } from '../form/words.ts'
import { LinkTo, target } from '../link.tsx'
import { ListBlock } from '../list/list-block.tsx'
import type { Column } from '../list/list-view.tsx'
import { type ListState, useList } from '../list/use-list.ts'
import { Page } from '../page.tsx'
import { useScope, whyForbidden } from '../scope.ts'
import { PageTabs } from '../tabs.tsx'
import { usePaths } from '../use-paths.ts'
import { useParents, useTabsOf } from './parents.ts'
import { type AnyResource, addressOf, keyOf, pickersIn, type Row, titleOf } from './resource.ts'

/** List of a plain resource. The list of a nested resource is shown below the title and tabs of its parent. */
export function ResourceList({ resource }: { resource: AnyResource }) {
  const { label, about, list, parent: whole } = resource
  const params = useAllParams()
  const paths = usePaths()
  const { parent, crumbs } = useParents(resource)
  const state = useList({ path: list, params, ...(resource.facts === undefined ? {} : { facts: resource.facts }) })
  const fields = useFields(resource, state.facts?.item)
  const address = addressOf(resource, params)
  const toOne = (row: Row) => paths.resource(address, keyOf(resource, row))
  const toNew = paths.resource(address, 'new')
  const create = operationAt('post', list)
  const search = resource.search ?? (state.facts?.filter?.name === undefined ? undefined : 'name')
  const title = whole === undefined || parent === null ? capitalized(label.many) : titleOf(whole, parent)
  return (
    <Page
      title={title}
      description={about}
      crumbs={crumbs.slice(0, -1)}
      actions={create === null ? [] : [newAction(label.one, toNew, create)]}
      tabs={<ListTabs resource={resource} parent={parent} title={title} />}
    >
      <ListBlock<Row>
        label={label.many}
        state={state as ListState<Row>}
        columns={columnsOf(resource, fields, toOne)}
        rowTo={toOne}
        {...(search === undefined
          ? {}
          : { search: { field: search, label: `Find by ${search.replaceAll('_', ' ').replaceAll('|', ' or ')}` } })}
        empty={<NoneYet resource={resource} to={toNew} create={create} />}
      />
    </Page>
  )
}

function ListTabs({ resource, parent, title }: { resource: AnyResource; parent: Row | null; title: string }) {
  const paths = usePaths()
  const beside = resource.beside?.map((tab) => ({ label: tab.label, to: paths.resource(tab.address) })) ?? []
  const tabs = [...useTabsOf(resource.parent, parent), ...beside]
  return tabs.length === 0 ? null : <PageTabs label={title} tabs={tabs} />
}

/** Fields of a row. */
function useFields(resource: AnyResource, item: Schema | undefined): readonly Field[] {
  const scope = useScope()
  const params = useAllParams()
  return item === undefined ? [] : describe(item, resource.form?.(pickersIn(scope, params))).children
}

function newAction(one: string, to: string, operation: OperationId): Action {
  return { name: `New ${one}`, key: 'n', to, operation }
}

function columnsOf(resource: AnyResource, fields: readonly Field[], to: (row: Row) => string): readonly Column<Row>[] {
  return resource.columns.map((given, at) => {
    const column = typeof given === 'string' ? memberColumn(given, fields) : given
    if (at > 0) return column
    const first = (row: Row) => (
      <LinkTo to={to(row)}>{typeof given === 'string' ? titleFor(resource, given, row) : column.cell(row)}</LinkTo>
    )
    return { width: FIRST_WIDTH, ...column, cell: first }
  })
}

/** Names are longer than other values. */
const FIRST_WIDTH = 'minmax(0, 1.6fr)'

function titleFor(resource: AnyResource, name: string, row: Row) {
  const value = row[name]
  return typeof value === 'string' && value !== '' ? value : titleOf(resource, row)
}

function memberColumn(name: string, fields: readonly Field[]): Column<Row> {
  const field = fields.find((one) => one.name === name)
  const isNumber = field !== undefined && ['integer', 'number'].includes(field.kind)
  return {
    id: name,
    header: field?.label ?? labelOf(name),
    sort: name,
    card: 'named',
    ...(isNumber ? { align: 'end' as const, width: '130px' } : {}),
    // Addresses are as long as names.
    ...(name === 'email' ? { width: FIRST_WIDTH } : {}),
    cell: (row) => <Value value={wordOf(field, row[name])} />,
  }
}

/** Label of the selected option. */
function wordOf(field: Field | undefined, value: unknown): unknown {
  return field?.options.find((option) => option.value === value)?.label ?? value
}

function NoneYet({ resource, to, create }: { resource: AnyResource; to: string; create: OperationId | null }) {
  const scope = useScope()
  const { label } = resource
  const isAllowed = create !== null && whyForbidden(create, scope) === null
  const button = (
    <Button component={Link} {...target(to)}>
      New {label.one}
    </Button>
  )
  return (
    // The page's description already explains the resource.
    <Empty title={`No ${label.many} yet`} {...(isAllowed ? { action: button } : {})} />
  )
}
