import { notifications } from '@mantine/notifications'
import { type OperationId, operationAt } from '../../api/operations.ts'
import { send } from '../../api/send.ts'
import { Section } from '../../ui/layout/section.tsx'
import { useAllParams } from '../address-state.ts'
import { SchemaForm } from '../form/form.tsx'
import { useUnsaved } from '../form/unsaved.tsx'
import type { FormBody } from '../form/use-form.ts'
import { capitalized } from '../form/words.ts'
import { useGoTo } from '../link.tsx'
import { Page } from '../page.tsx'
import { useInvalidate } from '../requests/use-read.ts'
import { useScope, whyForbidden } from '../scope.ts'
import { Lines } from '../states.tsx'
import { usePaths } from '../use-paths.ts'
import { Forbidden } from './forbidden.tsx'
import { useParents } from './parents.ts'
import { type AnyResource, addressOf, keyOf, type Row } from './resource.ts'
import { useResourceForm } from './resource-form.ts'

export function ResourceNew({ resource }: { resource: AnyResource }) {
  const { label, list, about } = resource
  const scope = useScope()
  const params = useAllParams()
  const paths = usePaths()
  const { crumbs } = useParents(resource)
  const operation = operationAt('post', list)
  const forbidden = operation === null ? `A ${label.one} cannot be created.` : whyForbidden(operation, scope)
  const toList = { label: capitalized(label.many), to: paths.resource(addressOf(resource, params)) }
  return (
    <Page title={`New ${label.one}`} description={about} crumbs={[...crumbs, toList]}>
      {operation === null || forbidden !== null ? (
        <Forbidden reason={forbidden ?? ''} />
      ) : (
        <Creation resource={resource} operation={operation} />
      )}
    </Page>
  )
}

function Creation({ resource, operation }: { resource: AnyResource; operation: OperationId }) {
  const { label, list, adapt } = resource
  const { api } = useScope()
  const params = useAllParams()
  const paths = usePaths()
  const goTo = useGoTo()
  const invalidate = useInvalidate()
  const { schema, layout } = useResourceForm(resource, operation, null)
  const unsaved = useUnsaved()
  const address = addressOf(resource, params)
  const dataOf = (filled: FormBody) => adapt?.body?.(filled, null) ?? filled
  const create = async (filled: FormBody) => {
    const data = dataOf(filled)
    const response = await send(api, 'post', list, { params: { path: params }, body: { data } })
    const made = (response.data as { data?: Row } | undefined)?.data
    await invalidate(list)
    unsaved.leave()
    notifications.show({ message: `Created the ${label.one}.` })
    // Back leads to the list, not to an empty form.
    goTo(made === undefined ? paths.resource(address) : paths.resource(address, keyOf(resource, made)), 'replace')
  }
  if (schema === undefined) return <Lines />
  return (
    <>
      {unsaved.question}
      <Section title={capitalized(label.one)}>
        <SchemaForm
          schema={schema}
          mode="create"
          {...(adapt?.initial === undefined ? {} : { value: adapt.initial })}
          {...layout}
          operation={operation}
          dataOf={dataOf}
          onSubmit={create}
          submitLabel={`Create ${label.one}`}
          onCancel={() => goTo(paths.resource(address))}
          onDirty={unsaved.setDirty}
        />
      </Section>
    </>
  )
}
