import type { Database } from '../db/database.ts'
import { DAY, HOUR } from '../kernel/duration.ts'
import { deleteHours, moveMinutes } from './store.ts'

/** Retention in days of minutes, and of the hours that they become. */
export type SeriesRetention = { minute_days: number; hour_days: number }

/** Merges old minutes into hours, and deletes old hours. Stops early on abort. */
export async function sweepSeries(
  { db, retention }: { db: Database; retention: SeriesRetention },
  now: number,
  signal: AbortSignal,
): Promise<void> {
  await forEachPage(signal, (after) => moveMinutes(db, after, minutesSince(retention, now)))
  await forEachPage(signal, (after) => deleteHours(db, after, now - retention.hour_days * DAY))
}

/** Returns the start of the hour before which minutes may have become hours. */
export function minutesSince({ minute_days }: SeriesRetention, now: number): number {
  return Math.floor((now - minute_days * DAY) / HOUR) * HOUR
}

const FIRST = '00000000-0000-0000-0000-000000000000'

async function forEachPage(signal: AbortSignal, work: (after: string) => Promise<string | null>): Promise<void> {
  for (let after: string | null = FIRST; after !== null && !signal.aborted; ) after = await work(after)
}
