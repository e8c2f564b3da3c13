import { notifications } from '@mantine/notifications'
import type { Api } from '../../api/client.ts'
import { ifUnchanged } from '../../api/if-unchanged.ts'
import type { OperationId, Schema } from '../../api/operations.ts'
import { JsonView } from '../../ui/json/json-view.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { useInvalidate } from '../requests/use-read.ts'
import { useScope } from '../scope.ts'
import { Lines } from '../states.tsx'
import { SchemaForm, type SchemaFormProps } from './form.tsx'
import { Outdated, useShown } from './shown.tsx'
import { useUnsaved } from './unsaved.tsx'
import type { FormBody } from './use-form.ts'

type EditSectionProps = {
  title: string
  description: string
  /** Name of the edited resource. */
  label: string
  value: object
  /** Undefined while loading. */
  schema: Schema | undefined
  layout: Pick<SchemaFormProps, 'overrides' | 'order' | 'groups'>
  /** Reason why the person may only read. */
  forbidden: string | null
  operation: OperationId
  save: (api: Api, body: FormBody) => Promise<{ data?: { data: object } }>
  /** Path prefix of the reads to invalidate afterwards. */
  stale: string
  /** Announced after saving. */
  said: string
}

/** Form for a resource on a custom page; read-only facts without the permission to change it. */
export function EditSection({ title, description, label, value, forbidden, ...props }: EditSectionProps) {
  const unsaved = useUnsaved()
  const { api } = useScope()
  const invalidate = useInvalidate()
  const { shown, revision, isOutdated, latest, show, keep } = useShown(value, unsaved.isDirty)
  if (forbidden !== null)
    return (
      <Section title={title} description={forbidden}>
        <JsonView label={label} value={value} />
      </Section>
    )
  const { schema, layout, operation, save, stale, said } = props
  const send = async (body: FormBody) => {
    const { data: saved } = await save(ifUnchanged(api), body)
    if (saved !== undefined) keep(saved.data)
    await invalidate(stale)
    notifications.show({ message: said })
    return saved?.data
  }
  return (
    <Section title={title} description={description}>
      {unsaved.question}
      {isOutdated && <Outdated what={label} onLoad={() => show(value)} />}
      {schema === undefined ? (
        <Lines />
      ) : (
        <SchemaForm
          key={revision}
          schema={schema}
          value={shown}
          latest={latest}
          {...layout}
          operation={operation}
          submitLabel="Save"
          onSubmit={send}
          onDirty={unsaved.setDirty}
        />
      )}
    </Section>
  )
}
