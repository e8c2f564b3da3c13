import { Select } from '@mantine/core'
import operations from '../../../generated/operations.json'
import { parseFilter, printFilter } from '../../../kit/filter.ts'
import { useRead } from '../../../kit/requests/use-read.ts'
import { useScope } from '../../../kit/scope.ts'
import { wordsOf } from './audit-words.tsx'

type AuditFiltersProps = { filter: string; onChange: (filter: string) => void }

/** The most common filters: actor and operation. */
export function AuditFilters({ filter, onChange }: AuditFiltersProps) {
  const actors = useActors()
  const parsed = parseFilter(filter)
  if ('raw' in parsed) return null
  const chosen = (field: string) =>
    parsed.conditions.find((one) => one.field === field && one.operator === 'eq')?.values[0] ?? null
  const choose = (field: string, value: string | null) => {
    const rest = parsed.conditions.filter((one) => one.field !== field)
    onChange(printFilter({ conditions: value === null ? rest : [...rest, { field, operator: 'eq', values: [value] }] }))
  }
  const actor = chosen('actor_id')
  const isUnknown = actor !== null && !actors.some(({ items }) => items.some(({ value }) => value === actor))
  const data = isUnknown ? [...actors, { group: 'Others', items: [{ value: actor, label: actor }] }] : actors
  return (
    <>
      <Select
        aria-label="Who"
        placeholder="Anyone"
        data={data}
        value={actor}
        onChange={(value) => choose('actor_id', value)}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': 'Anyone' }}
        w={180}
      />
      <Select
        aria-label="What was done"
        placeholder="Anything"
        data={OPERATIONS}
        value={chosen('operation')}
        onChange={(value) => choose('operation', value)}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': 'Anything' }}
        limit={60}
        w={210}
      />
    </>
  )
}

/** Operations that write, and those that exist only in the audit log. */
const OPERATIONS = [
  ...Object.entries(operations)
    .filter(([, { method }]) => method !== 'get')
    .map(([id]) => id),
  'RefuseSession',
]
  .map((id) => ({ value: id, label: wordsOf(id) }))
  .toSorted((a, b) => a.label.localeCompare(b.label))

const MAX_PEOPLE = 100

function useActors() {
  const isAllowed = useScope().permissions.has('access:read')
  const query = { 'page[limit]': MAX_PEOPLE }
  const people = useRead('/v2/people', { params: { query } }, { enabled: isAllowed })
  const keys = useRead('/v2/keys', { params: { query } }, { enabled: isAllowed })
  return [
    {
      group: 'People',
      items: (people.data?.data ?? []).map(({ id, name, email }) => ({ value: id, label: name || email })),
    },
    { group: 'Keys', items: (keys.data?.data ?? []).map(({ id, name }) => ({ value: id, label: name })) },
  ]
}
