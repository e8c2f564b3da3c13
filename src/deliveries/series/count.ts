import type { Clock } from '../../kernel/clock.ts'
import { timeOfId } from '../../kernel/ids.ts'
import { ownerId } from '../../kernel/owner.ts'
import type { SeriesRecorder } from '../../series/recorder.ts'
import { countAttempt } from '../../series/rules/counter.ts'
import type { Cancelled } from '../jobs/cancel.ts'
import type { AttemptLog, Settlement } from '../jobs/settle.ts'
import { isFirstAttempt } from '../rules/first-attempt.ts'

/** Counts deliveries in the series of their integrations. */
export type DeliveryCount = {
  settled(settlements: readonly Settlement[]): void
  cancelled(cancelled: Cancelled): void
}

/** Attempts, and the ends of their jobs, count in the minute of the log. */
export function makeDeliveryCount(recorder: SeriesRecorder, clock: Clock): DeliveryCount {
  return {
    settled(settlements) {
      for (const { job, next, log } of settlements) {
        const time = log === null ? clock() : timeOfId(log.id)
        const counter = recorder.integration(job.integration_id, ownerId(job.event), time)
        if (log !== null) countAttempt(counter, attemptOf(job, log))
        if (next.status !== 'pending') counter[`jobs_${next.status}`] += 1
      }
    },
    cancelled({ integration_id, owner_id, jobs }) {
      recorder.integration(integration_id, owner_id, clock()).jobs_cancelled += jobs
    },
  }
}

function attemptOf(job: Settlement['job'], { succeeded, attempted, processing_time, started_at }: AttemptLog) {
  const duration = attempted ? processing_time : null
  const latency = attempted && isFirstAttempt(job) ? Math.max(0, started_at - timeOfId(job.event.id)) / 1000 : null
  return { succeeded, duration, latency }
}
