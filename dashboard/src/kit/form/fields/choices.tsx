import { MultiSelect } from '@mantine/core'
import { type FieldProps, useControl } from '../context.tsx'
import { matching } from './options.ts'
import { textsOf } from './texts.tsx'

export function ChoicesField({ field, path, value, onChange }: FieldProps) {
  return (
    <MultiSelect
      {...useControl({ field, path })}
      openOnFocus={false}
      data={[...field.options]}
      searchable
      filter={matching(textsOf(value))}
      value={textsOf(value)}
      onChange={(chosen) => onChange(chosen.length === 0 ? undefined : chosen)}
    />
  )
}
