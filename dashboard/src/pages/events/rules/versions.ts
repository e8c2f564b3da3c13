/** Members of an event that the list of versions needs. */
export type VersionEvent = {
  id: string
  triggered_by: string
  resource_version: number | null
  payload: { readonly [name: string]: unknown }
  meta: { timestamps: { created_at: string } }
}

/** State of the resource. A change may emit several events with the same version. */
export type Version<E extends VersionEvent = VersionEvent> = { version: number; events: readonly E[] }

/** Versions of a resource, oldest first. Events without a version are ignored, because their order is unknown. */
export function versionsOf<E extends VersionEvent>(events: readonly E[]): Version<E>[] {
  const numbered = events.filter((event) => event.resource_version !== null)
  const groups = Map.groupBy(numbered, ({ resource_version }) => resource_version as number)
  return [...groups]
    .map(([version, those]) => ({ version, events: those.toSorted((a, b) => (a.id < b.id ? -1 : 1)) }))
    .toSorted((a, b) => a.version - b.version)
}

/** Versions to compare: those of the address if they exist, otherwise the event's version and the previous version. */
export function chosenPair(
  versions: readonly Version[],
  event: string,
  named: { from: string | undefined; to: string | undefined },
): { from: number; to: number } | null {
  if (versions.length < 2) return null
  const indexOf = (text: string | undefined) => versions.findIndex(({ version }) => String(version) === text)
  const own = versions.findIndex(({ events }) => events.some(({ id }) => id === event))
  const to = indexOf(named.to) >= 0 ? indexOf(named.to) : Math.max(own, 1)
  const from = indexOf(named.from) >= 0 ? indexOf(named.from) : Math.max(to - 1, 0)
  return { from, to }
}

/** Payload to compare: the resource with its included resources. */
export function stateOf({ events }: Version): VersionEvent['payload'] {
  return events.at(-1)?.payload ?? {}
}
