import { TextInput } from '@mantine/core'
import { type FieldProps, useControl } from '../context.tsx'
import classes from '../form.module.css'
import { writeNumber } from '../values/numbers.ts'

const TYPES: Record<string, string> = { email: 'email', uri: 'url' }

export function TextField({ field, path, value, onChange }: FieldProps) {
  const { format } = field.limits
  return (
    <TextInput
      {...useControl({ field, path })}
      type={TYPES[format ?? ''] ?? 'text'}
      autoComplete="off"
      spellCheck={format === undefined}
      {...(format === 'uuid' ? { classNames: { input: classes.mono } } : {})}
      value={writeNumber(value)}
      onChange={({ currentTarget }) => onChange(currentTarget.value === '' ? undefined : currentTarget.value)}
    />
  )
}
