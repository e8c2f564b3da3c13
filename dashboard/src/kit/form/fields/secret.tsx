import { PasswordInput } from '@mantine/core'
import { type FieldProps, useControl } from '../context.tsx'

export function SecretField({ field, path, value, onChange }: FieldProps) {
  return (
    <PasswordInput
      {...useControl({ field, path })}
      autoComplete="new-password"
      visibilityToggleButtonProps={{ 'aria-label': `Show ${field.label}`, tabIndex: 0 }}
      value={typeof value === 'string' ? value : ''}
      onChange={({ currentTarget }) => onChange(currentTarget.value === '' ? undefined : currentTarget.value)}
    />
  )
}
