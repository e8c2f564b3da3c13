/** The channel on which workers announce attempts to the processes that stream them. */
export const DELIVERIES_CHANNEL = 'tidings_deliveries'

/** Says that there may have been others, as after a reconnection. */
export const SOME_MISSED = ''

/** Ids in one notification; PostgreSQL carries less than 8,000 bytes. */
const MOST_IDS = 150
/** Counts in one notification. */
const MOST_COUNTS = 40

/** What one notification says: ids of logs of an owner, and how many more each stream of the owner would have shown. */
export type Announced = { owner_id: string; ids: readonly string[]; skipped: Readonly<Record<string, number>> }

/** The notifications that say it, each short enough. */
export function* notificationsOf({ owner_id, ids, skipped }: Announced): Generator<string> {
  const counts = Object.entries(skipped)
  for (let at = 0; at * MOST_IDS < ids.length || at * MOST_COUNTS < counts.length; at++) {
    yield JSON.stringify({
      owner_id,
      ids: ids.slice(at * MOST_IDS, (at + 1) * MOST_IDS),
      skipped: Object.fromEntries(counts.slice(at * MOST_COUNTS, (at + 1) * MOST_COUNTS)),
    })
  }
}
