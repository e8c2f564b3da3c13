import { ActionIcon, Button, Group, Menu, MultiSelect, Popover, Select, Stack, TextInput } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconFilterPlus, IconSearch, IconX } from '@tabler/icons-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { AreaFacts, Schema } from '../../api/operations.ts'
import { describeCondition, type FilterCondition, fieldLabel, parseFilter, printFilter } from '../filter.ts'
import { optionLabels } from '../form/words.ts'
import classes from './filter-bar.module.css'

type FilterBarProps = {
  facts: AreaFacts | null
  filter: string
  onChange: (filter: string) => void
  /** A text field whose value a person finds rows by: `email`. */
  search?: Search
  labels?: Readonly<Record<string, string>>
  /** Fields that are shown by other controls when their condition is `eq`. */
  elsewhere?: readonly string[]
}

/** `fieldOf` chooses among several fields by what is typed; `field` is the usual one. */
export type Search = {
  field: string
  label: string
  others?: readonly string[]
  fieldOf?: (text: string) => string
}

/** What a list is filtered by: each condition is a chip, and any field of the API can be one. */
export function FilterBar({ facts, filter, onChange, search, labels = {}, elsewhere = [] }: FilterBarProps) {
  const parsed = parseFilter(filter)
  const conditions = 'raw' in parsed ? [] : parsed.conditions
  const put = (next: readonly FilterCondition[]) => onChange(printFilter({ conditions: next }))
  const fields = search === undefined ? [] : [search.field, ...(search.others ?? [])]
  const searched = conditions.find(({ field, operator }) => fields.includes(field) && operator === 'ilike')
  return (
    <Group gap="xs" role="search" aria-label="Filter">
      {search !== undefined && (
        <SearchField
          label={search.label}
          value={searched?.values[0]?.replace(/^\*|\*$/g, '') ?? ''}
          onSearch={(text) => {
            const rest = conditions.filter((one) => one !== searched)
            put(
              text === ''
                ? rest
                : [
                    ...rest,
                    { field: search.fieldOf?.(text) ?? search.field, operator: 'ilike', values: [`*${text}*`] },
                  ],
            )
          }}
        />
      )}
      {'raw' in parsed && <Chip text={parsed.raw} onRemove={() => onChange('')} />}
      {conditions
        .filter((one) => one !== searched && !(one.operator === 'eq' && elsewhere.includes(one.field)))
        .map((one) => (
          <Chip
            key={printFilter({ conditions: [one] })}
            text={describeCondition(one, labels)}
            onRemove={() => put(conditions.filter((other) => other !== one))}
          />
        ))}
      {facts?.filter !== undefined && (
        <AddCondition facts={facts} labels={labels} onAdd={(one) => put([...conditions, one])} />
      )}
      {conditions.length > 1 && (
        <Button variant="subtle" size="compact-sm" onClick={() => onChange('')}>
          Clear
        </Button>
      )}
    </Group>
  )
}

/** Sends what was typed with Enter, or when the field is left. `/` goes to it. */
function SearchField({ label, value, onSearch }: { label: string; value: string; onSearch: (text: string) => void }) {
  const [text, setText] = useState(value)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => setText(value), [value])
  useHotkeys([['/', () => field.current?.focus()]])
  const send = () => {
    if (text.trim() !== value) onSearch(text.trim())
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send()
  }
  return (
    <form onSubmit={submit}>
      <TextInput
        ref={field}
        type="search"
        aria-label={label}
        placeholder={label}
        leftSection={<IconSearch size={14} aria-hidden />}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onBlur={send}
        className={classes.search}
      />
    </form>
  )
}

function Chip({ text, onRemove }: { text: string; onRemove: () => void }) {
  return (
    <span className={classes.chip}>
      <span className={classes.chipText}>{text}</span>
      <ActionIcon
        size={24}
        variant="subtle"
        color="gray"
        aria-label={`Remove the condition: ${text}`}
        onClick={onRemove}
      >
        <IconX size={13} aria-hidden />
      </ActionIcon>
    </span>
  )
}

type AddConditionProps = {
  facts: AreaFacts
  labels: Readonly<Record<string, string>>
  onAdd: (condition: FilterCondition) => void
}

function AddCondition({ facts, labels, onAdd }: AddConditionProps) {
  const [opened, setOpened] = useState(false)
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-start"
      trapFocus
      withinPortal
      shadow="md"
      width={300}
    >
      <Popover.Target>
        <Button
          leftSection={<IconFilterPlus size={15} aria-hidden />}
          onClick={() => setOpened(!opened)}
          aria-expanded={opened}
        >
          Add filter
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <ConditionForm
          facts={facts}
          labels={labels}
          onAdd={(condition) => {
            setOpened(false)
            onAdd(condition)
          }}
        />
      </Popover.Dropdown>
    </Popover>
  )
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

function ConditionForm({ facts, labels, onAdd }: AddConditionProps) {
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
    const kept = values.map((value) => value.trim()).filter((value) => value !== '')
    if (isNull || kept.length > 0) onAdd({ field, operator, values: isNull ? [] : kept })
    else setMissing(true)
  }
  return (
    <form onSubmit={submit}>
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
            error={isMissing && values.join('').trim() === '' ? 'A value is needed.' : null}
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
      description={many ? 'Several are separated by commas.' : hintOf(schema)}
      value={values.join(',')}
      error={error}
      onChange={(event) => onChange(many ? event.currentTarget.value.split(',') : [event.currentTarget.value])}
    />
  )
}

/** `contact.email` is a member of a member. */
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
  return 'With * at the start or the end for “matches”.'
}

/** Of a list that grows without end: which part of it is shown. */
export function RangeMenu({
  label,
  options,
  onChoose,
}: {
  label: string
  options: readonly { label: string; value: string }[]
  onChoose: (value: string) => void
}) {
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button variant="default">{label}</Button>
      </Menu.Target>
      <Menu.Dropdown>
        {options.map(({ label: name, value }) => (
          <Menu.Item key={value} onClick={() => onChoose(value)}>
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
