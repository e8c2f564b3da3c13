// Applies an event from a queue. Events may repeat and arrive out of order.

/** The members of a message that are needed here. `resourceversion` is missing if its producer set none. */
export type QueueEvent = {
  id: string
  type: string
  /** A string above 2147483647, the largest integer of a CloudEvent. */
  resourceversion?: number | string
  data: { type: string; id: string }
}

/** Keep these in your database, written in the transaction that applies the event; here they are lost on exit. */
const applied = new Set<string>()
const versions = new Map<string, number>()

/** Acts on the event unless it was applied before or is stale. If `act` throws, the event may be tried again. */
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
