import { Select } from '@mantine/core'
import { type FieldProps, useControl, useFormState } from '../context.tsx'

/** With more options a person types to find one. */
const SEARCHED = 8

export function ChoiceField({ field, path, value, onChange }: FieldProps) {
  const { mode } = useFormState()
  const canClear = !field.required && (mode === 'create' || field.nullable)
  return (
    <Select
      {...useControl({ field, path })}
      data={[...field.options]}
      placeholder={field.required ? 'Choose' : mode === 'create' ? 'Default' : 'None'}
      searchable={field.options.length > SEARCHED}
      nothingFoundMessage="Nothing matches"
      allowDeselect={canClear}
      clearable={canClear}
      clearButtonProps={{ 'aria-label': `Clear ${field.label}` }}
      value={typeof value === 'string' ? value : null}
      onChange={(chosen) => onChange(chosen ?? undefined)}
    />
  )
}
