/** Channel on which workers announce attempts to the processes that stream them. */
export const DELIVERIES_CHANNEL = 'tidings_deliveries'

/** Payload for possibly lost notifications, such as after a reconnect. */
export const SOME_MISSED = ''

/** Ids in one notification, because PostgreSQL limits a payload to 8,000 bytes. */
const MAX_IDS = 150
const MAX_COUNTS = 40

/** Content of a notification: ids of logs of an owner, and the number of deliveries that each of the owner's streams skips. */
export type Announced = { owner_id: string; ids: readonly string[]; skipped: Readonly<Record<string, number>> }

/** Splits an announcement into notifications below the size limit. */
export function* notificationsOf({ owner_id, ids, skipped }: Announced): Generator<string> {
  const counts = Object.entries(skipped)
  for (let at = 0; at * MAX_IDS < ids.length || at * MAX_COUNTS < counts.length; at++) {
    yield JSON.stringify({
      owner_id,
      ids: ids.slice(at * MAX_IDS, (at + 1) * MAX_IDS),
      skipped: Object.fromEntries(counts.slice(at * MAX_COUNTS, (at + 1) * MAX_COUNTS)),
    })
  }
}
