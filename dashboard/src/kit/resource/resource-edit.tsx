import { notifications } from '@mantine/notifications'
import { lazy, Suspense } from 'react'
import { type OperationId, operationAt } from '../../api/operations.ts'
import { send } from '../../api/send.ts'
import { IF_UNCHANGED } from '../../api/versions.ts'
import { Section } from '../../ui/layout/section.tsx'
import { useAllParams } from '../address-state.ts'
import { SchemaForm } from '../form/form.tsx'
import { Outdated, useShown } from '../form/shown.tsx'
import type { useUnsaved } from '../form/unsaved.tsx'
import type { FormBody } from '../form/use-form.ts'
import { useInvalidate } from '../requests/use-read.ts'
import { useScope, whyForbidden } from '../scope.ts'
import { Lines } from '../states.tsx'
import { Forbidden } from './forbidden.tsx'
import type { AnyResource, Row } from './resource.ts'
import { useResourceForm } from './resource-form.ts'

/** Loaded only for people who may not edit. */
const Facts = lazy(async () => ({ default: (await import('./facts.tsx')).Facts }))

type EditProps = { resource: AnyResource; row: Row; unsaved: ReturnType<typeof useUnsaved> }

/** Form of a resource, or its facts if the person cannot change it. */
export function ResourceEdit(props: EditProps) {
  const { resource } = props
  const scope = useScope()
  const update = operationAt('put', resource.one)
  const forbidden = update === null ? null : whyForbidden(update, scope)
  if (update !== null && forbidden === null) return <Form {...props} update={update} />
  return (
    <>
      {forbidden !== null && <Forbidden reason={forbidden} />}
      <Reading {...props} operation={update ?? operationAt('get', resource.one)} />
    </>
  )
}

function Reading({ resource, row, operation }: EditProps & { operation: OperationId | null }) {
  const { schema, layout } = useResourceForm(resource, operation, row)
  const shown = resource.adapt?.value?.(row) ?? row
  return (
    <Section title="Details">
      <Suspense fallback={<Lines />}>
        {schema === undefined ? <Lines /> : <Facts schema={schema} overrides={layout.overrides} row={shown} />}
      </Suspense>
    </Section>
  )
}

function Form({ resource, row, unsaved, update }: EditProps & { update: OperationId }) {
  const { api } = useScope()
  const params = useAllParams()
  const invalidate = useInvalidate()
  const { shown, revision, isOutdated, latest, show, keep } = useShown(row, unsaved.isDirty)
  const { schema, layout } = useResourceForm(resource, update, shown)
  const { adapt } = resource
  const shapeOf = (stored: object) => adapt?.value?.(stored as Row) ?? stored
  const dataOf = (filled: FormBody) => adapt?.body?.(filled, shown) ?? filled
  const save = async (filled: FormBody) => {
    const data = dataOf(filled)
    const response = await send(api, 'put', resource.one, {
      params: { path: params },
      body: { data },
      headers: IF_UNCHANGED,
    })
    const saved = (response.data as { data: Row } | undefined)?.data
    if (saved !== undefined) keep(saved)
    await invalidate(resource.list)
    notifications.show({ message: `Saved the ${resource.label.one}.` })
    return saved && shapeOf(saved)
  }
  if (schema === undefined) return <Lines />
  return (
    <Section title="Details">
      {isOutdated && <Outdated what={resource.label.one} onLoad={() => show(row)} />}
      <SchemaForm
        key={revision}
        schema={schema}
        value={shapeOf(shown)}
        latest={latest}
        shapeOf={shapeOf}
        mode="update"
        {...layout}
        operation={update}
        dataOf={dataOf}
        onSubmit={save}
        submitLabel="Save"
        onDirty={unsaved.setDirty}
      />
    </Section>
  )
}
