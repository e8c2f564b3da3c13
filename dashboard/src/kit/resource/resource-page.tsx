import { Stack } from '@mantine/core'
import { Outlet } from '@tanstack/react-router'
import { operationAt } from '../../api/operations.ts'
import type { Action } from '../actions.tsx'
import { useAllParams } from '../address-state.ts'
import { useUnsaved } from '../form/unsaved.tsx'
import { capitalized } from '../form/words.ts'
import { LoadedPage } from '../loaded-page.tsx'
import { Page } from '../page.tsx'
import { PageTabs } from '../tabs.tsx'
import { usePaths } from '../use-paths.ts'
import { useParents, useTabsOf } from './parents.ts'
import { RecordLine } from './record-line.tsx'
import { type AnyResource, addressOf, keyOf, type Row, titleOf } from './resource.ts'
import { ResourceEdit } from './resource-edit.tsx'
import { useRow } from './row.ts'

/** Page of a plain resource: its form, its details, and the link to delete it. */
export function ResourcePage({ resource }: { resource: AnyResource }) {
  const params = useAllParams()
  const crumbs = useCrumbs(resource)
  const query = useRow(resource, params)
  return (
    <LoadedPage query={query} what={resource.label.one} crumbs={crumbs}>
      {({ data: row }) => <Content key={keyOf(resource, row)} resource={resource} row={row} />}
    </LoadedPage>
  )
}

function useCrumbs(resource: AnyResource) {
  const params = useAllParams()
  const paths = usePaths()
  const { crumbs } = useParents(resource)
  return [...crumbs, { label: capitalized(resource.label.many), to: paths.resource(addressOf(resource, params)) }]
}

function Content({ resource, row }: { resource: AnyResource; row: Row }) {
  const params = useAllParams()
  const paths = usePaths()
  const unsaved = useUnsaved()
  const tabs = useTabsOf(resource, row)
  const title = titleOf(resource, row)
  return (
    <Page
      title={title}
      crumbs={useCrumbs(resource)}
      description={<RecordLine row={row} />}
      actions={deleteAction(resource, paths.resource(addressOf(resource, params), `${keyOf(resource, row)}/delete`))}
      request={{ path: resource.one, params }}
      tabs={tabs.length > 0 && <PageTabs label={title} tabs={tabs} />}
    >
      {unsaved.question}
      <Stack gap="md">
        <ResourceEdit resource={resource} row={row} unsaved={unsaved} />
        {resource.detail?.(row)}
      </Stack>
      <Outlet />
    </Page>
  )
}

function deleteAction({ one, label }: AnyResource, to: string): Action[] {
  const operation = operationAt('delete', one)
  return operation === null ? [] : [{ name: `Delete ${label.one}`, danger: true, operation, to }]
}
