import { Text } from '@mantine/core'
import { useZone } from '../../../kit/cells/time.tsx'
import { useRetrySchedule } from '../../../kit/requests/use-retry-schedule.ts'
import { Lines } from '../../../kit/states.tsx'
import { useNow } from '../../../kit/values/now.ts'
import { formatPrecise } from '../../../kit/values/time.ts'
import { Timeline } from '../../../ui/timeline/timeline.tsx'
import { waitsInWords } from '../../integrations/rules/retry-words.ts'
import { isOver } from '../rules/job-words.ts'
import { deliveryLanes } from '../rules/lanes.ts'
import { type JobWithLogs, useEventOf, useIntegration } from '../use-job.ts'

/** Timeline from the event to its last or next attempt. */
export function JobTimeline({ job, logs }: JobWithLogs) {
  const integration = useIntegration(job.relationships.integration.data.id)
  const event = useEventOf(job)
  const schedule = useRetrySchedule()
  const { timeZone } = useZone()
  useNow()
  const label = integration?.name ?? 'Delivery'
  const created_at = event?.meta.timestamps.created_at ?? job.meta.timestamps.created_at
  const now = isOver(job.status) ? Date.parse(job.meta.timestamps.updated_at) : Date.now()
  if (schedule === undefined) return <Lines />
  const lanes = deliveryLanes({ label, job, logs, schedule }, created_at, now)
  return (
    <>
      <Timeline label={`Delivery to ${label}`} lanes={lanes} formatTime={(time) => formatPrecise(time, timeZone)} />
      {job.retry_waits.length > 0 && (
        <Text size="sm" mt="xs">
          While it fails, it is retried {waitsInWords(job.retry_waits)}.
        </Text>
      )}
    </>
  )
}
