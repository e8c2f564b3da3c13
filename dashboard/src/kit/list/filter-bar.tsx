import { ActionIcon, Button, Group, Menu, Popover, TextInput } from '@mantine/core'
import { IconFilterPlus, IconSearch, IconX } from '@tabler/icons-react'
import { lazy, Suspense, useRef, useState } from 'react'
import type { AreaFacts } from '../../api/operations.ts'
import { describeCondition, type FilterCondition, parseFilter, printFilter } from '../filter.ts'
import { useShortcuts } from '../use-shortcuts.ts'
import type { AddConditionProps } from './condition-form.tsx'
import classes from './filter-bar.module.css'
import { useTyped } from './use-typed.ts'

type FilterBarProps = {
  facts: AreaFacts | null
  filter: string
  /** `replace` keeps a search that is still being typed one step of the browser's history. */
  onChange: (filter: string, how?: 'replace') => void
  /** Text field that the search matches: `email`. */
  search?: Search
  labels?: Readonly<Record<string, string>>
  /** Fields whose `eq` conditions have other controls. */
  elsewhere?: readonly string[]
}

/** `field` may combine several as `a|b`: a row matches if either field does. */
export type Search = { field: string; label: string }

/** Filter of a list: each condition is a chip, and every field of the API can be added. */
export function FilterBar({ facts, filter, onChange, search, labels = {}, elsewhere = [] }: FilterBarProps) {
  const parsed = parseFilter(filter)
  const conditions = 'raw' in parsed ? [] : parsed.conditions
  const put = (next: readonly FilterCondition[]) => onChange(printFilter({ conditions: next }))
  const searched = conditions.find(({ field, operator }) => field === search?.field && operator === 'ilike')
  return (
    <Group gap="xs" role="search" aria-label="Filter">
      {search !== undefined && (
        <SearchField
          label={search.label}
          value={searched?.values[0]?.replace(/^\*|\*$/g, '') ?? ''}
          onSearch={(text) => {
            const rest = conditions.filter((one) => one !== searched)
            const found = { field: search.field, operator: 'ilike', values: [`*${text}*`] }
            const next = printFilter({ conditions: text === '' ? rest : [...rest, found] })
            onChange(next, searched === undefined ? undefined : 'replace')
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
        <AddCondition
          facts={facts}
          labels={labels}
          hasKey={search === undefined}
          onAdd={(one) => put([...conditions, one])}
        />
      )}
      {conditions.length > 1 && (
        <Button variant="subtle" size="compact-sm" onClick={() => onChange('')}>
          Clear
        </Button>
      )}
    </Group>
  )
}

/** Searches while the person types. `/` focuses the field. */
function SearchField({ label, value, onSearch }: { label: string; value: string; onSearch: (text: string) => void }) {
  const { text, setText, onSubmit } = useTyped(value, onSearch)
  const field = useRef<HTMLInputElement>(null)
  useShortcuts([['/', () => field.current?.focus()]])
  return (
    <form onSubmit={onSubmit}>
      <TextInput
        ref={field}
        type="search"
        aria-label={label}
        placeholder={label}
        leftSection={<IconSearch size={14} aria-hidden />}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
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

// Lazy because its selects are large and most lists are read without it.
const ConditionForm = lazy(async () => ({ default: (await import('./condition-form.tsx')).ConditionForm }))

/** Takes the shortcut `/` if the list has no search field. */
function AddCondition({ facts, labels, hasKey, onAdd }: AddConditionProps & { hasKey: boolean }) {
  const [opened, setOpened] = useState(false)
  useShortcuts(hasKey ? [['/', () => setOpened(true)]] : [])
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
        <Suspense fallback={null}>
          <ConditionForm
            facts={facts}
            labels={labels}
            onAdd={(condition) => {
              setOpened(false)
              onAdd(condition)
            }}
          />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}

/** Time range of a list that grows without end. */
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
