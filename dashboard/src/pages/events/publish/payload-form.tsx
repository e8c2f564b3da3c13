import { useMemo, useState } from 'react'
import type { Schema } from '../../../../scripts/describe-operations.ts'
import type { Sentence } from '../../../kit/form/problems.ts'
import { SchemaFields } from '../../../kit/form/schema-fields.tsx'
import { textOf } from '../../../kit/form/values/json-text.ts'
import type { Value } from '../../../kit/form/values/values.ts'
import { payloadFields } from '../rules/payload-fields.ts'

type PayloadFormProps = {
  schema: Schema
  /** Draft at the time the form was opened. */
  value: Value
  sentences: readonly Sentence[]
  /** The draft is text. The form also holds invalid input, such as a word for a number. */
  onChange: (text: string) => void
}

/** Form for a payload, derived from its type's schema. */
export function PayloadForm({ schema, value, sentences, onChange }: PayloadFormProps) {
  const [formValue, setFormValue] = useState(value)
  const fields = useMemo(() => payloadFields(schema), [schema])
  const change = (next: Value) => {
    setFormValue(next)
    onChange(textOf(next))
  }
  return <SchemaFields {...fields} value={formValue} sentences={sentences} onChange={change} />
}
