/** An accepted event. Events of a resource are in order of acceptance. */
export type Accepted = { id: string; resource: string }

export type Account = { accepted: number; lost: number; duplicates: number; inversions: number }

/**
 * Compares accepted events with arrival counts, which are in order of first arrivals. An inversion is an event that
 * first arrives after a newer event of its resource.
 */
export function accountOf(accepted: readonly Accepted[], arrived: ReadonlyMap<string, number>): Account {
  const positions = new Map(accepted.map(({ id, resource }, position) => [id, { resource, position }]))
  const newest = new Map<string, number>()
  let inversions = 0
  for (const id of arrived.keys()) {
    const event = positions.get(id)
    if (event === undefined) continue
    const newest_before = newest.get(event.resource) ?? -1
    if (event.position < newest_before) inversions += 1
    newest.set(event.resource, Math.max(newest_before, event.position))
  }
  return {
    accepted: accepted.length,
    lost: accepted.filter(({ id }) => !arrived.has(id)).length,
    duplicates: [...arrived.values()].reduce((sum, times) => sum + times - 1, 0),
    inversions,
  }
}
