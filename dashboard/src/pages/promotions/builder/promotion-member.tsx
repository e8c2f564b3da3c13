import { Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { useFormState } from '../../../kit/form/context.tsx'
import type { Field } from '../../../kit/form/field.ts'
import { type Path, type Value, valueAt, withValueAt } from '../../../kit/form/values/values.ts'
import classes from '../promotions.module.css'
import { memberOf } from './promotion-field.ts'

export type PartProps = { field: Field; value: Value; onChange: (value: Value) => void }

type MemberProps = PartProps & { name: string; path?: Path }

export function Member({ field, value, onChange, name, path = [] }: MemberProps) {
  const { Draw } = useFormState()
  return (
    <Draw
      field={memberOf(field, name)}
      path={[...path, name]}
      value={valueAt(value, [name])}
      onChange={(one) => onChange(withValueAt(value, [name], one))}
    />
  )
}

export function Members({ children }: { children: ReactNode }) {
  return <Stack gap="md">{children}</Stack>
}

/** Two short fields side by side if they fit. */
export function Pair({ children }: { children: ReactNode }) {
  return <div className={classes.pair}>{children}</div>
}
