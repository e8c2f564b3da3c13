import { Select } from '@mantine/core'
import { useState } from 'react'
import { type FieldProps, useFormState } from '../context.tsx'
import type { Field } from '../field.ts'
import { FieldSet } from '../fieldset.tsx'
import { Members } from '../members.tsx'
import { shapeIndex } from '../values/outgoing.ts'
import { initialOf, isRecord, type Value } from '../values/values.ts'
import { lowerFirst } from '../words.ts'

/** Selects a variant, then shows its fields. Values of members that two variants share are kept. */
export function UnionField({ field, path, value, onChange }: FieldProps) {
  const { id } = useFormState()
  const found = shapeIndex(field, value)
  const [chosen, setChosen] = useState(found)
  const index = chosen ?? found
  const shape = index === null ? undefined : field.children[index]
  const choose = (text: string | null) => {
    const next = text === null ? undefined : field.children[Number(text)]
    setChosen(text === null ? null : Number(text))
    onChange(next === undefined ? undefined : startOf(next, value))
  }
  const content = (
    <>
      <Select
        id={`${id}${path.join('/')}-shape`}
        label={path.length === 0 ? 'Kind' : `Kind of ${lowerFirst(field.label)}`}
        data={field.children.map((child, at) => ({ value: String(at), label: child.label }))}
        placeholder={field.required ? 'Choose' : 'Not set'}
        allowDeselect={!field.required}
        value={index === null ? null : String(index)}
        onChange={choose}
      />
      {shape === undefined ? null : <Members fields={shape.children} path={path} value={value} onChange={onChange} />}
    </>
  )
  if (path.length === 0) return content
  return (
    <FieldSet field={field} path={path} isNested>
      {content}
    </FieldSet>
  )
}

function startOf(shape: Field, value: Value): Value {
  const members = shape.children.map((child) => {
    const kept = child.kind === 'constant' ? child.constant : isRecord(value) ? value[child.name] : undefined
    return [child.name, kept ?? initialOf(child)] as const
  })
  return Object.fromEntries(members.filter(([, one]) => one !== undefined))
}
