/** Channel on which workers announce attempts to the processes that stream them. */
export const DELIVERIES_CHANNEL = 'tidings_deliveries'

/** Payload for possibly lost notifications, such as after a reconnect. */
export const SOME_MISSED = ''

/** Ids in one notification, because PostgreSQL limits a payload to 8,000 bytes. */
const MOST_IDS = 150
const MOST_COUNTS = 40

/** Content of a notification: ids of logs of an owner, and the number of deliveries that each of the owner's streams skips. */
export type Announced = { owner_id: string; ids: readonly string[]; skipped: Readonly<Record<string, number>> }

/** Splits an announcement into notifications below the size limit. */
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
