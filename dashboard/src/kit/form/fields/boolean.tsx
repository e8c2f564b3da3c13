import { Select, Switch } from '@mantine/core'
import { type FieldProps, useControl, useFormState } from '../context.tsx'
import classes from '../form.module.css'
import { isSwitch } from '../layout.ts'

export function BooleanField(props: FieldProps) {
  const { mode } = useFormState()
  return isSwitch(props.field, mode) ? <OnOrOff {...props} /> : <YesOrNo {...props} />
}

function YesOrNo({ field, path, value, onChange }: FieldProps) {
  return (
    <Select
      {...useControl({ field, path })}
      openOnFocus={false}
      data={YES_OR_NO}
      placeholder="Not set"
      clearable
      clearButtonProps={{ 'aria-label': `Clear ${field.label}` }}
      value={typeof value === 'boolean' ? String(value) : null}
      onChange={(chosen) => onChange(chosen === null ? undefined : chosen === 'true')}
    />
  )
}

const YES_OR_NO = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
]

function OnOrOff({ field, path, value, onChange }: FieldProps) {
  const { inputWrapperOrder: _, withAsterisk: __, 'aria-required': ___, ...control } = useControl({ field, path })
  return (
    <Switch
      {...control}
      classNames={SWITCH}
      withThumbIndicator={false}
      checked={value === true}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
  )
}

const SWITCH = { label: classes.strong ?? '' }
