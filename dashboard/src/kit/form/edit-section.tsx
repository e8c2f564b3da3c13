import type { OperationId, Schema } from '../../api/operations.ts'
import { JsonView } from '../../ui/json/json-view.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { Lines } from '../states.tsx'
import { SchemaForm, type SchemaFormProps } from './form.tsx'
import { useUnsaved } from './unsaved.tsx'
import type { FormBody } from './use-form.ts'

type EditSectionProps = {
  title: string
  description: string
  /** What is edited, in words. */
  label: string
  value: object
  /** Undefined while it is loaded. */
  schema: Schema | undefined
  layout: Pick<SchemaFormProps, 'overrides' | 'order' | 'groups'>
  /** Why the person may only look. */
  forbidden: string | null
  operation: OperationId
  onSave: (body: FormBody) => Promise<unknown>
}

/** A resource on a page of its own kind: its form, or what it says for who may only look. */
export function EditSection({ title, description, label, value, forbidden, ...props }: EditSectionProps) {
  const unsaved = useUnsaved()
  if (forbidden !== null)
    return (
      <Section title={title} description={forbidden}>
        <JsonView label={label} value={value as never} />
      </Section>
    )
  const { schema, layout, operation, onSave } = props
  return (
    <Section title={title} description={description}>
      {unsaved.question}
      {schema === undefined ? (
        <Lines />
      ) : (
        <SchemaForm
          schema={schema}
          value={value}
          {...layout}
          operation={operation}
          submitLabel="Save"
          onSubmit={onSave}
          onDirty={unsaved.setDirty}
        />
      )}
    </Section>
  )
}
