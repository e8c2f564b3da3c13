import { useMemo } from 'react'
import type { ResponseOf } from '../../api/queries.ts'
import { useRead } from './use-read.ts'

type Listed = ResponseOf<'/v2/events/types'>['data'][number]

export type EventTypeRow = Required<
  Pick<Listed, 'id' | 'key' | 'entity' | 'level' | 'origin' | 'declared_by' | 'description'>
>

/** Maximum page size of the API. A store has 92 built-in types and up to 200 of its own. */
const PAGE = 100
const FIELDS = 'key,entity,level,origin,declared_by,description'

/** All event types of the scope, without schemas and samples. */
export function useEventTypes() {
  const query = { 'fields[event-type]': FIELDS, 'page[limit]': PAGE }
  const reading = useRead('/v2/events/types', { params: { query } })
  const first = reading.data
  const total = first?.meta.results.total ?? 0
  const at = (page: number) => ({ params: { query: { ...query, 'page[offset]': page * PAGE } } })
  const { data: second } = useRead('/v2/events/types', at(1), { enabled: total > PAGE })
  const { data: third } = useRead('/v2/events/types', at(2), { enabled: total > 2 * PAGE })
  const types = useMemo(
    () => [first, second, third].flatMap((page) => (page?.data ?? []).map(rowOf)),
    [first, second, third],
  )
  return { query: reading, types }
}

function rowOf({
  id,
  key = id,
  entity = '',
  level = 'Store',
  origin = 'outside',
  declared_by = 'tidings',
  description = '',
}: Listed): EventTypeRow {
  return { id, key, entity, level, origin, declared_by, description }
}
