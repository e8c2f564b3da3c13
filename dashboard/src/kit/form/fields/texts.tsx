import { TagsInput } from '@mantine/core'
import { type FieldProps, useControl } from '../context.tsx'
import type { Value } from '../values/values.ts'

export function TextsField({ field, path, value, onChange }: FieldProps) {
  return (
    <TagsInput
      {...useControl({ field, path })}
      placeholder={textsOf(value).length === 0 ? 'Type a value, then press Enter' : ''}
      {...(field.limits.maxItems === undefined ? {} : { maxTags: field.limits.maxItems })}
      value={textsOf(value)}
      onChange={(texts) => onChange(texts.length === 0 ? undefined : texts)}
    />
  )
}

export function textsOf(value: Value): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
}
