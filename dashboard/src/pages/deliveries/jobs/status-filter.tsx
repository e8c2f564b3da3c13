import { SegmentedControl } from '@mantine/core'
import { parseFilter, printFilter } from '../../../kit/filter.ts'

export type QuickFilter = { label: string; field: string; values: readonly string[] }

type StatusFilterProps = {
  label: string
  filter: string
  onChange: (filter: string) => void
  choices: readonly QuickFilter[]
}

const ALL = 'all'

/** Common filters as buttons: each sets its condition in the list's filter. */
export function StatusFilter({ label, filter, onChange, choices }: StatusFilterProps) {
  const parsed = parseFilter(filter)
  const conditions = 'raw' in parsed ? [] : parsed.conditions
  const field = choices[0]?.field ?? ''
  const current = conditions.find((one) => one.field === field)
  const chosen = choices.find(({ values }) => current !== undefined && sameValues(values, current.values))
  const choose = (value: string) => {
    const rest = conditions.filter((one) => one.field !== field)
    const choice = choices.find((one) => one.label === value)
    const added = choice === undefined ? [] : [conditionOf(choice)]
    onChange(printFilter({ conditions: [...added, ...rest] }))
  }
  return (
    <SegmentedControl
      size="xs"
      aria-label={label}
      // The control is wider than a phone.
      styles={{ root: { maxWidth: '100%', overflowX: 'auto' } }}
      value={chosen?.label ?? (current === undefined ? ALL : '')}
      onChange={choose}
      data={[{ value: ALL, label: 'All' }, ...choices.map((one) => ({ value: one.label, label: one.label }))]}
    />
  )
}

function conditionOf({ field, values }: QuickFilter) {
  return { field, operator: values.length === 1 ? 'eq' : 'in', values }
}

function sameValues(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((value) => other.includes(value))
}
