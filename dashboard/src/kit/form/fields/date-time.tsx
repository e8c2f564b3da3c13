import { TextInput } from '@mantine/core'
import { type FieldProps, Help, useControl } from '../context.tsx'
import { useDraft } from '../values/draft.ts'
import { readLocal, TIME_ZONE, writeLocal } from '../values/times.ts'

export function DateTimeField({ field, path, value, onChange }: FieldProps) {
  const help = `${field.help ?? ''} ${TIME_ZONE} time.`.trim()
  return (
    <TextInput
      {...useControl({ field, path })}
      {...useDraft(value, onChange, writeLocal, readLocal)}
      description={<Help text={help} />}
      type="datetime-local"
      {...(hasSeconds(value) ? { step: 1 } : {})}
    />
  )
}

function hasSeconds(value: FieldProps['value']): boolean {
  return typeof value === 'string' && new Date(value).getSeconds() !== 0
}
