import { useQuery } from '@tanstack/react-query'
import type { Api } from '../../api/client.ts'
import type { EventSubject } from '../../generated/schema.ts'
import { Nothing } from '../../kit/cells/time.tsx'
import { useScope } from '../../kit/scope.ts'

/** The thing that an event is about, such as the number of an order; the key beside it says the kind. */
export function Subject({ event }: { event: string }) {
  const { api, id } = useScope()
  const { data } = useQuery({
    queryKey: ['/v2/events/subjects', id, event],
    queryFn: () => subjectOf(api, event),
    // The subject of an event never changes.
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (data == null) return <Nothing />
  const type = data.resource?.type.replaceAll(/[_-]/g, ' ')
  const shown = data.label ?? type
  return shown === undefined ? <Nothing /> : <span title={[type, data.label].join(' ').trim()}>{shown}</span>
}

/** Rows that appear within this time share a request. */
const WINDOW_MS = 100
const MAX_EVENTS = 100

type Batch = { events: Set<string>; subjects: Promise<ReadonlyMap<string, EventSubject>> }

/** The batch that collects rows, by the API of the store. */
const open = new WeakMap<Api, Batch>()

async function subjectOf(api: Api, event: string): Promise<EventSubject | null> {
  const current = open.get(api)
  const batch = current === undefined || current.events.size >= MAX_EVENTS ? openBatch(api) : current
  batch.events.add(event)
  return (await batch.subjects).get(event) ?? null
}

function openBatch(api: Api): Batch {
  const events = new Set<string>()
  const read = async () => {
    await new Promise((resolve) => setTimeout(resolve, WINDOW_MS))
    if (open.get(api)?.events === events) open.delete(api)
    const { data } = await api.GET('/v2/events/subjects', { params: { query: { ids: [...events].join(',') } } })
    return new Map(data?.data.map((subject) => [subject.id, subject]))
  }
  const batch = { events, subjects: read() }
  open.set(api, batch)
  return batch
}
