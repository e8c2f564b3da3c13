import { Stack } from '@mantine/core'
import { useState } from 'react'
import { operationAt } from '../../api/operations.ts'
import { Problem } from '../../api/problem.ts'
import type { Action } from '../actions.tsx'
import { useAllParams } from '../address-state.ts'
import { useUnsaved } from '../form/unsaved.tsx'
import { Page } from '../page.tsx'
import { AsRequest } from '../requests/as-request-button.tsx'
import { useRead } from '../requests/use-read.ts'
import { Loaded } from '../states.tsx'
import { PageTabs } from '../tabs.tsx'
import { usePaths } from '../use-paths.ts'
import { capitalized, useParents, useTabsOf } from './parents.ts'
import { RecordLine } from './record-line.tsx'
import { type AnyResource, addressOf, keyOf, type Row, titleOf } from './resource.ts'
import { ResourceDelete } from './resource-delete.tsx'
import { ResourceEdit } from './resource-edit.tsx'

/** One of a plain resource: its form, what stands below it, and the way to delete it. */
export function ResourcePage({ resource }: { resource: AnyResource }) {
  const params = useAllParams()
  const crumbs = useCrumbs(resource)
  const query = useRead(resource.one as '/v2/taxes/rates/{tax_rate_id}', { params: { path: params as never } })
  const { data, error } = query
  const isGone = error instanceof Problem && error.status === 404
  const loaded = (
    <Loaded query={query} what={resource.label.one}>
      {({ data: row }) => <Content key={keyOf(resource, row as Row)} resource={resource} row={row as Row} />}
    </Loaded>
  )
  if (data !== undefined && !isGone) return loaded
  return (
    <Page title={capitalized(resource.label.one)} crumbs={crumbs}>
      {loaded}
    </Page>
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
  const unsaved = useUnsaved()
  const [isAsking, ask] = useState(false)
  const tabs = useTabsOf(resource, row)
  const title = titleOf(resource, row)
  return (
    <Page
      title={title}
      crumbs={useCrumbs(resource)}
      description={<RecordLine row={row} />}
      actions={deleteAction(resource, () => ask(true))}
      beside={<AsRequest method="GET" path={resource.one} params={params} />}
      tabs={tabs.length > 0 && <PageTabs label={title} tabs={tabs} />}
    >
      {unsaved.question}
      <Stack gap="md">
        <ResourceEdit resource={resource} row={row} unsaved={unsaved} />
        {resource.detail?.(row)}
      </Stack>
      <ResourceDelete
        resource={resource}
        row={row}
        opened={isAsking}
        onClose={() => ask(false)}
        onDeleted={unsaved.leave}
      />
    </Page>
  )
}

function deleteAction({ one, label }: AnyResource, run: () => void): Action[] {
  const operation = operationAt('delete', one)
  return operation === null ? [] : [{ name: `Delete ${label.one}`, danger: true, operation, run }]
}
