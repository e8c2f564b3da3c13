import { makeDeliveryCount } from '../deliveries/series/count.ts'
import type { DeliveryTelemetry } from '../deliveries/telemetry.ts'
import type { EventTelemetry } from '../events/telemetry.ts'
import { ownerId } from '../kernel/owner.ts'
import { SeriesRecorder } from '../series/recorder.ts'
import type { SeriesRetention } from '../series/sweep.ts'
import type { Foundation } from './foundation.ts'

/** Series of a process, which also count everything that is reported to this telemetry. */
export type Series = {
  deliveries(telemetry: DeliveryTelemetry): DeliveryTelemetry
  events(telemetry: EventTelemetry): EventTelemetry
  close(): Promise<void>
}

export function openSeries({ db, clock, log }: Foundation): Series {
  const recorder = new SeriesRecorder({
    db,
    onDropped: (counters) => log.warn({ counters }, 'series: counters were dropped, the database is unavailable'),
    onError: (error) => log.warn(error, 'writing the series failed'),
  })
  const count = makeDeliveryCount(recorder, clock)
  return {
    deliveries: (telemetry) => ({
      ...telemetry,
      settled(settlements, seconds) {
        telemetry.settled(settlements, seconds)
        count.settled(settlements)
      },
      cancelled(cancelled) {
        telemetry.cancelled(cancelled)
        count.cancelled(cancelled)
      },
    }),
    events: (telemetry) => ({
      ...telemetry,
      accepted(origin, owners) {
        telemetry.accepted(origin, owners)
        const now = clock()
        for (const owner of owners) recorder.owner(ownerId(owner), now).events += 1
      },
    }),
    close: () => recorder.close(),
  }
}

export function seriesRetention({ config }: Pick<Foundation, 'config'>): SeriesRetention {
  return { minute_days: config.TIDINGS_SERIES_MINUTE_DAYS, hour_days: config.TIDINGS_SERIES_HOUR_DAYS }
}
