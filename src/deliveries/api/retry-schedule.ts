import { type Static, Type } from 'typebox'
import { JITTER, MAX_RETRY_AFTER_SECONDS } from '../rules/schedule.ts'

export const RetryScheduleResource = Type.Object(
  {
    type: Type.Literal('retry-schedule'),
    waits: Type.Array(Type.Integer(), {
      description:
        'Seconds before each retry, from the end of the attempt before it. One more attempt than these is made.',
    }),
    jitter: Type.Number({ description: 'The part by which each is longer or shorter at random: 0.2 is 20 %.' }),
    longest_retry_after: Type.Integer({ description: 'Seconds to which a longer `Retry-After` of a receiver is cut.' }),
  },
  { $id: 'RetrySchedule' },
)

/** `waits` are the seconds before each retry. */
export function presentRetrySchedule(waits: readonly number[]): Static<typeof RetryScheduleResource> {
  return { type: 'retry-schedule', waits: [...waits], jitter: JITTER, longest_retry_after: MAX_RETRY_AFTER_SECONDS }
}
