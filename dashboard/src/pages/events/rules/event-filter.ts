import { type FilterCondition, printFilter } from '../../../kit/filter.ts'
import { parseResource } from './resource-of.ts'

/** Filters of the list of events, as in the address. */
export type EventFilter = { key: string; resource: string; producer: string }

/** Earlier than any event, because the API filters by resource only within a time range. */
const BEGINNING = '2000-01-01'

/** Filter for the API. `is_unbounded` is true if the list has no time range. */
export function filterOf({ key, resource, producer }: EventFilter, is_unbounded: boolean): string {
  const of = parseResource(resource)
  const conditions: FilterCondition[] = []
  const add = (field: string, operator: string, value: string) => conditions.push({ field, operator, values: [value] })
  if (key !== '') add('triggered_by', key.includes('*') ? 'like' : 'eq', key)
  if (producer !== '') add('external_id', producer.includes('*') ? 'like' : 'eq', producer)
  if (of !== null) {
    if (of.type !== null) add('resource_type', 'eq', of.type)
    add('resource_id', 'eq', of.id)
    if (is_unbounded) add('created_at', 'ge', BEGINNING)
  }
  return printFilter({ conditions })
}
