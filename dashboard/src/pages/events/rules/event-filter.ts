import { type FilterCondition, printFilter } from '../../../kit/filter.ts'
import { parseResource } from './resource-of.ts'

/** What the list of events is narrowed by, as the address has it. */
export type EventFilter = { key: string; resource: string; producer: string }

/** Before any event: events of a resource are only looked for in a time. */
const BEGINNING = '2000-01-01'

/** The filter of the API. `is_unbounded` says that the list has no range of time. */
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
