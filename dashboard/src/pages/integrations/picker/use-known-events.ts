import { useMemo } from 'react'
import { type EventTypeRow, useEventTypes } from '../../../kit/requests/use-event-types.ts'
import { useRead } from '../../../kit/requests/use-read.ts'
import { useScope } from '../../../kit/scope.ts'
import type { EventSource, KnownEvent } from '../rules/event-choice.ts'

const MAX_TYPES = 100
const ACTIONS = ['created', 'updated', 'deleted']

/**
 * Events that an integration of this scope can observe: event types (without schemas and samples) and keys of custom
 * APIs.
 */
export function useKnownEvents() {
  const { level } = useScope()
  const { query, types } = useEventTypes()
  const apis = useRead(
    '/v2/settings/extensions/custom-apis',
    { params: { query: { 'page[limit]': MAX_TYPES } } },
    // Organizations have no custom APIs.
    { enabled: level === 's' },
  )
  const events = useMemo(() => {
    const custom = (apis.data?.data ?? []).flatMap(eventsOfApi)
    return [...types.map(knownEvent), ...custom].filter(
      (event) => level === 's' || event.level.includes('Organization'),
    )
  }, [types, apis.data, level])
  return { query, events }
}

function knownEvent({ id, entity, level, origin, declared_by, description }: EventTypeRow): KnownEvent {
  return { key: id, entity, level, from: sourceOf(origin, declared_by), description }
}

function sourceOf(origin: string, declared_by: string): EventSource {
  if (declared_by === 'store') return 'own'
  return origin === 'outside' ? 'outside' : 'here'
}

/** Events of a custom API's entries. */
function eventsOfApi({ name, api_type }: { name: string; api_type: string }): KnownEvent[] {
  return ACTIONS.map((action) => ({
    key: `${api_type}.${action}`,
    entity: name,
    level: 'Store',
    from: 'custom',
    description: `Emitted when an entry of ${name} is ${action}.`,
  }))
}
