import { useNow } from '../../../kit/values/now.ts'
import { Timeline } from '../../../ui/timeline/timeline.tsx'
import { isOver } from '../rules/job-words.ts'
import { deliveryLanes } from '../rules/lanes.ts'
import { type JobWithLogs, useEventOf, useIntegration } from '../use-job.ts'

/** From the event to its last attempt, or to the next one. */
export function JobTimeline({ job, logs }: JobWithLogs) {
  const integration = useIntegration(job.relationships.integration.data.id)
  const event = useEventOf(job)
  useNow()
  const label = integration?.name ?? 'Delivery'
  const created_at = event?.meta.timestamps.created_at ?? job.meta.timestamps.created_at
  const now = isOver(job.status) ? Date.parse(job.meta.timestamps.updated_at) : Date.now()
  return <Timeline label={`Delivery to ${label}`} lanes={deliveryLanes({ label, job, logs }, created_at, now)} />
}
