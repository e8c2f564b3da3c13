import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type OperationId, operationAt } from '../../api/operations.ts'
import type { Paths } from '../../paths.ts'
import { Empty } from '../../ui/empty.tsx'
import type { Action } from '../actions.tsx'
import { useAllParams } from '../address-state.ts'
import { Value } from '../cells/value.tsx'
import { labelOf } from '../form/words.ts'
import { LinkTo, target } from '../link.tsx'
import { ListBlock } from '../list/list-block.tsx'
import type { Column } from '../list/list-view.tsx'
import { useList } from '../list/use-list.ts'
import { Page } from '../page.tsx'
import { useScope, whyForbidden } from '../scope.ts'
import { PageTabs } from '../tabs.tsx'
import { usePaths } from '../use-paths.ts'
import { type AnyResource, addressOf, idName, type Row, titleOf } from './resource.ts'

/** The list of a plain resource. */
export function ResourceList({ resource }: { resource: AnyResource }) {
  const { label, about, list, beside } = resource
  const params = useAllParams()
  const paths = usePaths()
  const state = useList({ path: list, params })
  const address = addressOf(resource, params)
  const toNew = paths.resource(address, 'new')
  const create = operationAt('post', list)
  const search = resource.search ?? (state.facts?.filter?.name === undefined ? undefined : 'name')
  return (
    <Page
      title={capitalized(label.many)}
      description={about}
      crumbs={crumbsAbove(resource, params, paths)}
      actions={create === null ? [] : [newAction(label.one, toNew, create)]}
      tabs={
        beside && (
          <PageTabs
            label={capitalized(label.many)}
            tabs={beside.map((tab) => ({ label: tab.label, to: paths.resource(tab.address) }))}
          />
        )
      }
    >
      <ListBlock<Row>
        label={label.many}
        state={state as never}
        columns={columnsOf(resource, (row) => paths.resource(address, row.id))}
        rowTo={(row) => paths.resource(address, row.id)}
        {...(search === undefined
          ? {}
          : { search: { field: search, label: `Find by ${search.replaceAll('_', ' ')}` } })}
        empty={<NoneYet resource={resource} to={toNew} create={create} />}
      />
    </Page>
  )
}

function newAction(one: string, to: string, operation: OperationId): Action {
  return { name: `New ${one}`, key: 'n', to, operation }
}

function columnsOf(resource: AnyResource, to: (row: Row) => string): readonly Column<Row>[] {
  return resource.columns.map((given, at) => {
    const column: Column<Row> = typeof given === 'string' ? memberColumn(given) : given
    if (at > 0) return column
    const first = (row: Row) => (
      <LinkTo to={to(row)}>{typeof given === 'string' ? titleFor(resource, given, row) : column.cell(row)}</LinkTo>
    )
    return { ...column, cell: first }
  })
}

function titleFor(resource: AnyResource, name: string, row: Row) {
  const value = row[name]
  return typeof value === 'string' && value !== '' ? value : titleOf(resource, row)
}

function memberColumn(name: string): Column<Row> {
  return { id: name, header: labelOf(name), sort: name, card: true, cell: (row) => <Value value={row[name]} /> }
}

function NoneYet({ resource, to, create }: { resource: AnyResource; to: string; create: OperationId | null }) {
  const scope = useScope()
  const { label, about } = resource
  const isAllowed = create !== null && whyForbidden(create, scope) === null
  const button = (
    <Button variant="filled" component={Link} {...target(to)}>
      New {label.one}
    </Button>
  )
  return (
    <Empty title={`No ${label.many} yet`} {...(isAllowed ? { action: button } : {})}>
      {about}
    </Empty>
  )
}

/** The pages that a list of parts is below. */
export function crumbsAbove({ above }: AnyResource, params: Record<string, string>, paths: Paths) {
  if (above === undefined) return []
  const address = addressOf(above, params)
  return [
    ...crumbsOf(above, params, paths),
    { label: capitalized(above.label.one), to: paths.resource(address, params[idName(above)] ?? '') },
  ]
}

/** The list of a resource, and what that is below. */
export function crumbsOf(
  resource: AnyResource,
  params: Record<string, string>,
  paths: Paths,
): { label: string; to: string }[] {
  const list = { label: capitalized(resource.label.many), to: paths.resource(addressOf(resource, params)) }
  return [...crumbsAbove(resource, params, paths), list]
}

export function capitalized(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}
