import { TextInput } from '@mantine/core'
import { type FieldProps, useControl } from '../context.tsx'
import classes from '../form.module.css'
import { useDraft } from '../values/draft.ts'
import { PERCENT_DIGITS, readScaled, writeScaled } from '../values/numbers.ts'
import type { Value } from '../values/values.ts'

const write = (value: Value) => writeScaled(value, PERCENT_DIGITS, 0)
const read = (text: string) => readScaled(text, PERCENT_DIGITS)

export function RateField({ field, path, value, onChange }: FieldProps) {
  const { label, ...control } = useControl({ field, path })
  return (
    <TextInput
      {...control}
      {...useDraft(value, onChange, write, read)}
      label={`${label} (%)`}
      inputMode="decimal"
      autoComplete="off"
      classNames={NUMERIC}
    />
  )
}

const NUMERIC = { input: classes.numeric ?? '' }
