import { Stack } from '@mantine/core'
import { useId, useMemo } from 'react'
import type { Schema } from '../../../scripts/describe-operations.ts'
import { Above } from './above.tsx'
import { FormContext, type FormState } from './context.tsx'
import { describe } from './describe.ts'
import { Draw } from './draw.tsx'
import classes from './form.module.css'
import { Members } from './members.tsx'
import type { Overrides } from './overrides.ts'
import { place, type Sentence, shownPointers } from './problems.ts'
import { completed } from './values/completed.ts'
import type { Value } from './values/values.ts'

type SchemaFieldsProps = {
  /** Must be an object schema. */
  schema: Schema
  overrides?: Overrides
  value: Value
  onChange: (value: Value) => void
  /** Errors by their position in the value. */
  sentences: readonly Sentence[]
}

/** Fields of a schema as a part of a larger form, which owns the value and sends it. */
export function SchemaFields({ schema, overrides, value, onChange, sentences }: SchemaFieldsProps) {
  const field = useMemo(() => describe(schema, overrides), [schema, overrides])
  const id = useId()
  const placed = place(sentences, new Set(shownPointers(field, value)))
  const state: FormState = { id, mode: 'update', value, placed, Draw }
  return (
    <FormContext value={state}>
      <Stack gap="md" className={classes.form ?? ''}>
        <Above sentences={placed.above} requestId={null} />
        <Members
          fields={field.children}
          path={ROOT}
          value={value}
          onChange={(next) => onChange(completed(field, next))}
        />
      </Stack>
    </FormContext>
  )
}

const ROOT: never[] = []
