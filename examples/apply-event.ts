// What a consumer of a queue does with each event. Events repeat, and come in any order.

/** The message of a queue, as far as it is needed here. `resourceversion` is missing when its producer gave none. */
export type QueueEvent = {
  id: string
  type: string
  /** A string above 2147483647, the largest integer of a CloudEvent. */
  resourceversion?: number | string
  data: { type: string; id: string }
}

/** In your database, written in the transaction that applies the event; a process that ends forgets these. */
const applied = new Set<string>()
const versions = new Map<string, number>()

/** Acts on the event unless that was done before or a newer state is known. What `act` throws leaves no trace: try again. */
export async function applyEvent(event: QueueEvent, act: (event: QueueEvent) => Promise<void>): Promise<string> {
  const { id, data } = event
  const version = Number(event.resourceversion ?? Number.POSITIVE_INFINITY)
  const resource = `${data.type} ${data.id}`
  if (applied.has(id)) return 'repeated'
  if (version <= (versions.get(resource) ?? -1)) return 'stale'
  await act(event)
  applied.add(id)
  if (Number.isFinite(version)) versions.set(resource, version)
  return 'applied'
}
