import { Button } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import { type FieldProps, useFormState } from '../context.tsx'
import { FieldSet } from '../fieldset.tsx'
import classes from '../form.module.css'
import { hasError, Members } from '../members.tsx'

/** An optional object is collapsed until it has a value or an error. */
export function ObjectField(props: FieldProps) {
  const { field, path, value } = props
  const { placed } = useFormState()
  const [isOpen, setOpen] = useState(field.required || (value !== undefined && value !== null))
  const open = isOpen || hasError(placed.fields.keys(), path)
  const toggle = field.required ? null : (
    <Button
      className={classes.fold}
      variant="subtle"
      color="gray"
      size="compact-sm"
      aria-expanded={open}
      leftSection={open ? <IconChevronDown size={16} aria-hidden /> : <IconChevronRight size={16} aria-hidden />}
      onClick={() => setOpen(!open)}
    >
      {field.label}
    </Button>
  )
  if (!open) return toggle
  return (
    <FieldSet field={field} path={path} isNested toggle={toggle}>
      <Members fields={field.children} path={path} value={value} onChange={props.onChange} />
    </FieldSet>
  )
}
