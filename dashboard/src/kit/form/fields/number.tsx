import { TextInput } from '@mantine/core'
import { type FieldProps, useControl } from '../context.tsx'
import classes from '../form.module.css'
import { useDraft } from '../values/draft.ts'
import { readNumber, writeNumber } from '../values/numbers.ts'

export function NumberField({ field, path, value, onChange }: FieldProps) {
  return (
    <TextInput
      {...useControl({ field, path })}
      {...useDraft(value, onChange, writeNumber, readNumber)}
      inputMode="decimal"
      autoComplete="off"
      classNames={NUMERIC}
    />
  )
}

const NUMERIC = { input: classes.numeric ?? '' }
