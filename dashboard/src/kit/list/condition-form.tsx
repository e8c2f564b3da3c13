import { Button, MultiSelect, Select, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import type { AreaFacts, Schema } from '../../api/operations.ts'
import { type FilterCondition, fieldLabel } from '../filter.ts'
import { useFirstField } from '../form/first-field.ts'
import { optionLabels } from '../form/words.ts'

export type AddConditionProps = {
  facts: AreaFacts
  labels: Readonly<Record<string, string>>
  onAdd: (condition: FilterCondition) => void
}

const WORDS: Record<string, string> = {
  eq: 'is',
  in: 'is one of',
  gt: 'is greater than',
  ge: 'is at least',
  lt: 'is less than',
  le: 'is at most',
  like: 'matches, same case',
  ilike: 'matches',
  is_null: 'is empty',
  contains: 'has',
  contains_any: 'has one of',
  contains_all: 'has all of',
}
const TAKES_MANY = new Set(['in', 'contains_any', 'contains_all'])

/** Selects a field, an operator and values. */
export function ConditionForm({ facts, labels, onAdd }: AddConditionProps) {
  const form = useRef<HTMLFormElement>(null)
  useFirstField(form)
  const fields = Object.keys(facts.filter ?? {})
  const [field, setField] = useState(fields[0] ?? '')
  const operators = facts.filter?.[field] ?? []
  const [chosen, setOperator] = useState('eq')
  const operator = operators.includes(chosen) ? chosen : (operators[0] ?? 'eq')
  const [values, setValues] = useState<string[]>([])
  const [isMissing, setMissing] = useState(false)
  const isNull = operator === 'is_null'
  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    const nonEmpty = values.map((value) => value.trim()).filter((value) => value !== '')
    if (isNull || nonEmpty.length > 0) onAdd({ field, operator, values: isNull ? [] : nonEmpty })
    else setMissing(true)
  }
  return (
    <form ref={form} onSubmit={submit}>
      <Stack gap="xs">
        <Select
          label="Field"
          data={fields.map((name) => ({ value: name, label: labels[name] ?? fieldLabel(name) }))}
          value={field}
          onChange={(next) => {
            setField(next ?? field)
            setValues([])
          }}
          searchable
          allowDeselect={false}
          comboboxProps={{ withinPortal: false }}
        />
        <Select
          label="Condition"
          data={operators.map((name) => ({ value: name, label: WORDS[name] ?? name }))}
          value={operator}
          onChange={(next) => setOperator(next ?? operator)}
          allowDeselect={false}
          comboboxProps={{ withinPortal: false }}
        />
        {!isNull && (
          <ValueField
            schema={schemaOf(facts, field)}
            many={TAKES_MANY.has(operator)}
            values={values}
            onChange={setValues}
            error={isMissing && values.join('').trim() === '' ? 'Enter a value.' : null}
          />
        )}
        <Button type="submit" variant="filled">
          Apply
        </Button>
      </Stack>
    </form>
  )
}

type ValueFieldProps = {
  schema: Schema
  many: boolean
  values: string[]
  onChange: (values: string[]) => void
  error: string | null
}

function ValueField({ schema, many, values, onChange, error }: ValueFieldProps) {
  const options = optionsOf(schema)
  if (options.length > 0)
    return (
      <MultiSelect
        label="Value"
        data={options}
        value={values}
        onChange={onChange}
        error={error}
        maxValues={many ? options.length : 1}
        comboboxProps={{ withinPortal: false }}
      />
    )
  return (
    <TextInput
      label="Value"
      description={many ? 'Separate values by commas.' : hintOf(schema)}
      value={values.join(',')}
      error={error}
      onChange={(event) => onChange(many ? event.currentTarget.value.split(',') : [event.currentTarget.value])}
    />
  )
}

/** `contact.email` is a nested member. */
function schemaOf({ item }: AreaFacts, field: string): Schema {
  return field.split('.').reduce<Schema>((schema, name) => schema.properties?.[name] ?? {}, item ?? {})
}

function optionsOf({ enum: values, type }: Schema): { value: string; label: string }[] {
  if (type === 'boolean') return YES_AND_NO
  const texts = (values ?? []).filter((value) => value !== null).map(String)
  const label = optionLabels(texts)
  return texts.map((value) => ({ value, label: label(value) }))
}

const YES_AND_NO = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
]

function hintOf({ format, type }: Schema): string {
  if (format === 'date-time') return 'A day such as 2026-11-25, or a time such as 2026-11-25T14:00:00Z.'
  if (type === 'integer' || type === 'number') return 'A number.'
  return 'Use * at the start or end for “matches”.'
}
