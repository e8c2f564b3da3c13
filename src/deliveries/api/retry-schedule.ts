import { type Static, Type } from 'typebox'
import { JITTER, MAX_RETRY_AFTER_SECONDS } from '../rules/schedule.ts'

export const RetryScheduleResource = Type.Object(
  {
    type: Type.Literal('retry-schedule'),
    waits: Type.Array(Type.Integer(), {
      description:
        'Seconds before each retry, from the end of the previous attempt. There is one more attempt than waits.',
    }),
    jitter: Type.Number({ description: 'Random change of each wait in both directions: 0.2 is 20 %.' }),
    longest_retry_after: Type.Integer({
      description: 'Longest `Retry-After` of a receiver that is respected, in seconds.',
    }),
  },
  { $id: 'RetrySchedule' },
)

/** `waits` are the seconds before each retry. */
export function presentRetrySchedule(waits: readonly number[]): Static<typeof RetryScheduleResource> {
  return { type: 'retry-schedule', waits: [...waits], jitter: JITTER, longest_retry_after: MAX_RETRY_AFTER_SECONDS }
}
