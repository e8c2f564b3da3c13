import { Group } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { operationAt } from '../../api/operations.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { JsonView } from '../../ui/json-view.tsx'
import { Section } from '../../ui/section.tsx'
import { useAllParams } from '../address-state.ts'
import { AsRequest } from '../as-request-button.tsx'
import { SchemaForm } from '../form/form.tsx'
import { useUnsaved } from '../form/unsaved.tsx'
import type { FormBody } from '../form/use-form.ts'
import { LinkTo, useGoTo } from '../link.tsx'
import { Page } from '../page.tsx'
import { useScope, whyForbidden } from '../scope.ts'
import { Lines, Loaded, ProblemView } from '../states.tsx'
import { usePaths } from '../use-paths.ts'
import { useMakeStale, useRead } from '../use-read.ts'
import { type AnyResource, addressOf, idName, type Row, titleOf } from './resource.ts'
import { useResourceForm } from './resource-form.ts'
import { crumbsOf } from './resource-list.tsx'

/** One of a plain resource: its form, what stands below it, and the way to delete it. */
export function ResourcePage({ resource }: { resource: AnyResource }) {
  const params = useAllParams()
  const query = useRead(resource.one as '/v2/taxes/rates/{tax_rate_id}', { params: { path: params as never } })
  return (
    <Loaded query={query} what={resource.label.one}>
      {({ data }) => <Content key={data.id} resource={resource} row={data as Row} />}
    </Loaded>
  )
}

function Content({ resource, row }: { resource: AnyResource; row: Row }) {
  const params = useAllParams()
  const paths = usePaths()
  const { label, list, one } = resource
  const address = addressOf(resource, params)
  const [isAsking, ask] = useState(false)
  const remove = operationAt('delete', one)
  const below = resource.below?.(row) ?? []
  const title = titleOf(resource, row)
  return (
    <Page
      title={title}
      crumbs={crumbsOf(resource, params, paths)}
      actions={remove === null ? [] : [{ name: 'Delete', danger: true, operation: remove, run: () => ask(true) }]}
      beside={<AsRequest method="GET" path={one} params={params} />}
    >
      {below.length > 0 && (
        <Group mb="md" gap="lg">
          {below.map((link) => (
            <LinkTo key={link.address} to={paths.resource(addressOf(link, { ...params, [idName(resource)]: row.id }))}>
              {link.label}
            </LinkTo>
          ))}
        </Group>
      )}
      <Edit resource={resource} row={row} />
      {resource.detail?.(row)}
      <Delete
        resource={resource}
        title={title}
        opened={isAsking}
        onClose={() => ask(false)}
        to={paths.resource(address)}
        stale={list}
      />
    </Page>
  )
}

function Edit({ resource, row }: { resource: AnyResource; row: Row }) {
  const scope = useScope()
  const params = useAllParams()
  const makeStale = useMakeStale()
  const update = operationAt('put', resource.one)
  const { schema, layout } = useResourceForm(resource, update)
  const unsaved = useUnsaved()
  const forbidden = update === null ? null : whyForbidden(update, scope)
  if (update === null || forbidden !== null)
    return (
      <Section title="Details" {...(forbidden === null ? {} : { description: forbidden })}>
        <JsonView label={resource.label.one} value={row as never} />
      </Section>
    )
  const save = async (data: FormBody) => {
    const put = scope.api.PUT as unknown as (path: string, init: unknown) => Promise<unknown>
    await put(resource.one, { params: { path: params }, body: { data } })
    await makeStale(resource.list)
    notifications.show({ message: `Saved the ${resource.label.one}.` })
  }
  return (
    <>
      {unsaved.question}
      {schema === undefined ? (
        <Lines />
      ) : (
        <Section title="Details">
          <SchemaForm
            key={JSON.stringify(row)}
            schema={schema}
            value={row}
            {...layout}
            onSubmit={save}
            submitLabel="Save"
            onDirty={unsaved.setDirty}
          />
        </Section>
      )}
    </>
  )
}

type DeleteProps = {
  resource: AnyResource
  title: string
  opened: boolean
  onClose: () => void
  /** Where the list is. */
  to: string
  stale: string
}

function Delete({ resource, title, opened, onClose, to, stale }: DeleteProps) {
  const { api } = useScope()
  const params = useAllParams()
  const goTo = useGoTo()
  const makeStale = useMakeStale()
  const [error, setError] = useState<Error | null>(null)
  const [busy, setBusy] = useState(false)
  const remove = async () => {
    setBusy(true)
    try {
      const call = api.DELETE as unknown as (path: string, init: unknown) => Promise<unknown>
      await call(resource.one, { params: { path: params } })
      goTo(to)
      await makeStale(stale)
    } catch (thrown) {
      setError(thrown as Error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={`Delete the ${resource.label.one} ${title}?`}
      confirmLabel="Delete"
      onConfirm={() => void remove()}
      busy={busy}
      danger
      irreversible="This cannot be undone."
      {...(error === null ? {} : { error: <ProblemView error={error} /> })}
    >
      It is no longer there for anything that refers to it.
    </ConfirmDialog>
  )
}
