import type { CreateJobRunRequest } from '../../../generated/schema.ts'
import { type FilterCondition, parseFilter } from '../../../kit/filter.ts'
import { type Range, resolveRange } from '../../../kit/values/time.ts'

type JobRunCreate = CreateJobRunRequest['data']
export type RunAction = JobRunCreate['action']

/** Request of a run, or the reason why the list's filter cannot be converted. */
export type RunOfList = { data: JobRunCreate } | { reason: string }

type Listed = {
  action: RunAction
  integration: string
  /** Filter as in the address. */
  filter: string
  range: Range | 'all'
  now: number
}

/** Run over all jobs that a list shows. */
export function runOfList({ action, integration, filter, range, now }: Listed): RunOfList {
  const parsed = parseFilter(filter)
  if ('raw' in parsed) return { reason: 'This filter has alternatives, which runs do not support.' }
  const data: JobRunCreate = { action, integration_ids: [integration], ...timesOf(range, now) }
  for (const condition of parsed.conditions) {
    const reason = apply(data, condition)
    if (reason !== null) return { reason }
  }
  if (action === 'retry' && data.statuses === undefined) data.statuses = ['failed']
  return { data }
}

/** An open range has no `to`, so that the run ends at its creation time. */
function timesOf(range: Range | 'all', now: number): Pick<JobRunCreate, 'from' | 'to'> {
  if (range === 'all') return {}
  const { from, to } = resolveRange(range, now)
  const isOpen = range.kind === 'last' || range.to === null
  return { from: new Date(from).toISOString(), ...(isOpen ? {} : { to: new Date(to).toISOString() }) }
}

function apply(data: JobRunCreate, condition: FilterCondition): string | null {
  switch (condition.field) {
    case 'status':
      return applyStatus(data, condition.values)
    case 'triggered_by':
      return applyKeys(data, condition)
    case 'created_at':
      return applyTime(data, condition)
    default:
      return `A run cannot filter by ${condition.field}: select the jobs one by one, or remove this condition.`
  }
}

function applyStatus(data: JobRunCreate, statuses: readonly string[]): string | null {
  if (data.action === 'cancel') {
    return statuses.includes('pending') ? null : 'Only pending jobs can be cancelled.'
  }
  const allowed = statuses.filter((status) => status === 'failed' || status === 'cancelled')
  if (allowed.length < statuses.length) return 'A run retries failed and cancelled jobs: filter by one of them.'
  data.statuses = allowed
  return null
}

function applyKeys(data: JobRunCreate, { operator, values }: FilterCondition): string | null {
  const isPattern = operator === 'like' || operator === 'ilike'
  if (operator !== 'eq' && operator !== 'in' && !isPattern) return `A run cannot filter keys by ${operator}.`
  if (isPattern && !values.every((value) => /^([^*]+\.)?[*]$|^[^*]+$/.test(value)))
    return 'A run supports only key patterns such as order.*.'
  data.keys = data.keys === undefined ? [...values] : data.keys.filter((key) => values.includes(key))
  return null
}

function applyTime(data: JobRunCreate, { operator, values }: FilterCondition): string | null {
  const [value = ''] = values
  const at = Date.parse(value)
  if (Number.isNaN(at) || !['ge', 'lt'].includes(operator))
    return 'A run supports only the times “is … or later” and “is before”.'
  const time = new Date(at).toISOString()
  if (operator === 'ge' && (data.from === undefined || data.from < time)) data.from = time
  if (operator === 'lt' && (data.to === undefined || data.to > time)) data.to = time
  return null
}
