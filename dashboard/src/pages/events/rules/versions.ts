/** An event of a resource, as the list of its versions needs it. */
export type VersionEvent = {
  id: string
  triggered_by: string
  resource_version: number | null
  payload: { readonly [name: string]: unknown }
  meta: { timestamps: { created_at: string } }
}

/** A state of the resource: one change may emit several events with the same version. */
export type Version<E extends VersionEvent = VersionEvent> = { version: number; events: readonly E[] }

/** The versions of a resource, the oldest first. Events without a version say nothing about the order of changes. */
export function versionsOf<E extends VersionEvent>(events: readonly E[]): Version<E>[] {
  const numbered = events.filter((event) => event.resource_version !== null)
  const groups = Map.groupBy(numbered, ({ resource_version }) => resource_version as number)
  return [...groups]
    .map(([version, those]) => ({ version, events: those.toSorted((a, b) => (a.id < b.id ? -1 : 1)) }))
    .toSorted((a, b) => a.version - b.version)
}

/** The pair that is compared: what the address names where it is there, the version of the event and the one before it otherwise. */
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

/** What of a payload is compared: the resource itself, with what came along. */
export function stateOf({ events }: Version): VersionEvent['payload'] {
  return events.at(-1)?.payload ?? {}
}
