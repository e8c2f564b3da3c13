import { Button, Group, Stack } from '@mantine/core'
import { useId, useMemo, useRef } from 'react'
import type { Schema } from '../../../scripts/describe-operations.ts'
import type { OperationId } from '../../api/operations.ts'
import type { Problem } from '../../api/problem.ts'
import { Above } from './above.tsx'
import { FormContext, type FormState } from './context.tsx'
import { describe } from './describe.ts'
import { Draw } from './draw.tsx'
import type { Field } from './field.ts'
import { useFirstField } from './first-field.ts'
import classes from './form.module.css'
import { FormRequest } from './form-request.tsx'
import { type Grouping, ordered } from './layout.ts'
import { Members } from './members.tsx'
import type { Overrides } from './overrides.ts'
import { type FormBody, useForm } from './use-form.ts'
import { doneWords } from './words.ts'

export type SchemaFormProps = {
  /** Schema of `data` in the body of the operation. */
  schema: Schema
  /** Current resource. If present, the form updates and sends only the changes. */
  value?: object
  /** The resource as others have stored it since the form began; null if it is still the same. */
  latest?: object | null
  /** Form's value of a stored resource, if they differ. */
  shapeOf?: (stored: object) => object
  /** Overrides the mode, for a form that creates with initial values or updates an unknown resource. */
  mode?: 'create' | 'update'
  overrides?: Overrides
  /** Names of the fields to show first. */
  order?: readonly string[]
  groups?: Grouping
  /** Sends the body; thrown errors are shown in the form. May return the form's value of the stored resource. */
  onSubmit: (body: FormBody) => Promise<unknown>
  submitLabel: string
  /** Announced after sending; null if the caller announces the result. */
  said?: string | null
  onCancel?: () => void
  /** Defaults to `Cancel`. */
  cancelLabel?: string
  /** Operation to show in *As request*; `dataOf` maps the body to its `data`. */
  operation?: OperationId
  dataOf?: (body: FormBody) => unknown
  /** Errors of an earlier request. */
  errors?: Problem | null
  /** Called when unsaved changes appear or go away. */
  onDirty?: (isDirty: boolean) => void
}

const NO_OVERRIDES: Overrides = {}

/** Form derived from the schema of an operation's body. */
export function SchemaForm({ schema, overrides = NO_OVERRIDES, order, groups, ...props }: SchemaFormProps) {
  const field = useMemo(() => arranged(describe(schema, overrides), order), [schema, overrides, order])
  const mode = props.mode ?? (props.value === undefined ? 'create' : 'update')
  const id = useId()
  const element = useRef<HTMLFormElement>(null)
  useFirstField(element)
  const { said = doneWords(props.submitLabel) } = props
  const form = useForm({ ...props, said, field, mode, element })
  const state: FormState = { id, mode, value: form.value, placed: form.placed, Draw }
  return (
    <FormContext value={state}>
      {form.conflict}
      {/* The API validates, so the browser must not. */}
      <form className={classes.form} ref={element} noValidate aria-busy={form.isBusy} onSubmit={form.submit}>
        <Stack gap="md">
          <Above sentences={form.placed.above} requestId={form.requestId} />
          {field.kind === 'object' ? (
            <Members fields={field.children} grouping={groups} path={ROOT} value={form.value} onChange={form.change} />
          ) : (
            <Draw field={field} path={ROOT} value={form.value} onChange={form.change} />
          )}
          <Group gap="sm" mt="xs">
            <Button type="submit" variant="filled" loading={form.isBusy}>
              {props.submitLabel}
            </Button>
            {props.onCancel === undefined ? null : (
              <Button variant="default" onClick={props.onCancel}>
                {props.cancelLabel ?? 'Cancel'}
              </Button>
            )}
            {props.operation === undefined ? null : (
              <FormRequest operation={props.operation} data={(props.dataOf ?? itself)(form.body())} />
            )}
          </Group>
        </Stack>
      </form>
    </FormContext>
  )
}

const ROOT: never[] = []
const itself = (body: FormBody): unknown => body

/** Orders the members of `attributes` too, since the form shows them among the others. */
function arranged(field: Field, order: readonly string[] | undefined): Field {
  const children = ordered(field.children, order).map((child) =>
    child.name === 'attributes' ? { ...child, children: ordered(child.children, order) } : child,
  )
  return field.kind === 'object' ? { ...field, children } : field
}
