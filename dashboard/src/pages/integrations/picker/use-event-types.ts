import { useMemo } from 'react'
import { useScope } from '../../../kit/scope.ts'
import { useRead } from '../../../kit/use-read.ts'
import type { EventSource, KnownEvent } from '../rules/event-choice.ts'

const MOST = 100
const FIELDS = 'key,entity,level,origin,declared_by,description'
const ACTIONS = ['created', 'updated', 'deleted']

/** The event types that an integration of the page's scope can observe, without their schemas and samples. */
export function useEventTypes() {
  const { level } = useScope()
  const query = { 'fields[event-type]': FIELDS, 'page[limit]': MOST }
  const first = useRead('/v2/events/types', { params: { query } })
  const more = (first.data?.meta.results.total ?? 0) > MOST
  const second = useRead(
    '/v2/events/types',
    { params: { query: { ...query, 'page[offset]': MOST } } },
    { enabled: more },
  )
  const apis = useRead(
    '/v2/settings/extensions/custom-apis',
    { params: { query: { 'page[limit]': MOST } } },
    // An organization has none.
    { enabled: level === 's' },
  )
  const events = useMemo(() => {
    const listed = [...(first.data?.data ?? []), ...(second.data?.data ?? [])].map(knownEvent)
    const custom = (apis.data?.data ?? []).flatMap(eventsOfApi)
    return [...listed, ...custom].filter((event) => level === 's' || event.level.includes('Organization'))
  }, [first.data, second.data, apis.data, level])
  return { query: first, events }
}

type Listed = {
  id: string
  entity?: string
  level?: string
  origin?: string
  declared_by?: string
  description?: string
}

function knownEvent({ id, entity = '', level = '', origin, declared_by, description = '' }: Listed): KnownEvent {
  return { key: id, entity, level, from: sourceOf(origin, declared_by), description }
}

function sourceOf(origin: string | undefined, declared_by: string | undefined): EventSource {
  if (declared_by === 'store') return 'own'
  return origin === 'outside' ? 'outside' : 'here'
}

/** The entries of a custom API have keys of their own. */
function eventsOfApi({ name, api_type }: { name: string; api_type: string }): KnownEvent[] {
  return ACTIONS.map((action) => ({
    key: `${api_type}.${action}`,
    entity: name,
    level: 'Store',
    from: 'custom',
    description: `Emitted when an entry of ${name} is ${action}.`,
  }))
}
