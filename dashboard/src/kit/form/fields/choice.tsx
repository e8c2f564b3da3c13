import { Select } from '@mantine/core'
import { type FieldProps, useControl, useFormState } from '../context.tsx'
import { matching } from './options.ts'

/** Longer choices are searchable. */
const SEARCHED = 8

export function ChoiceField({ field, path, value, onChange }: FieldProps) {
  const { mode } = useFormState()
  const isSearched = field.options.length > SEARCHED
  const canClear = !field.required && (mode === 'create' || field.nullable)
  return (
    <Select
      {...useControl({ field, path })}
      openOnFocus={false}
      data={[...field.options]}
      placeholder={field.required ? 'Choose' : 'Not set'}
      {...(isSearched ? { searchable: true, filter: matching() } : {})}
      allowDeselect={canClear}
      clearable={canClear}
      clearButtonProps={{ 'aria-label': `Clear ${field.label}` }}
      value={typeof value === 'string' ? value : null}
      onChange={(chosen) => onChange(chosen ?? undefined)}
    />
  )
}
