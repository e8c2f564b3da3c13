import { Textarea } from '@mantine/core'
import { type FieldProps, useControl } from '../context.tsx'

export function LongTextField({ field, path, value, onChange }: FieldProps) {
  return (
    <Textarea
      {...useControl({ field, path })}
      autosize
      minRows={3}
      maxRows={12}
      value={typeof value === 'string' ? value : ''}
      onChange={({ currentTarget }) => onChange(currentTarget.value === '' ? undefined : currentTarget.value)}
    />
  )
}
