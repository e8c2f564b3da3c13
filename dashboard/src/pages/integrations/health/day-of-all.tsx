import { Group, Text } from '@mantine/core'
import { useRead } from '../../../kit/requests/use-read.ts'
import { countText } from '../../../kit/values/count.ts'
import { Sparkline } from '../../../ui/charts/sparkline.tsx'
import { shareText, sum } from '../rules/numbers.ts'

const POLL_INTERVAL_MS = 60_000
const METRICS = 'attempts_succeeded,attempts_failed,jobs_failed'

/** Deliveries of all integrations in the last day; hidden if there were none. */
export function DayOfAll() {
  const { data } = useRead(
    '/v2/integrations/series',
    { params: { query: { metrics: METRICS, step: '1h' } } },
    { every_ms: POLL_INTERVAL_MS },
  )
  if (data === undefined) return null
  const { attempts_succeeded = [], attempts_failed = [], jobs_failed = [] } = data.data.metrics
  const [succeeded, failed, lost] = [sum(attempts_succeeded), sum(attempts_failed), sum(jobs_failed)]
  if (succeeded + failed === 0) return null
  const buckets = attempts_succeeded.map((one, index) => ({ succeeded: one ?? 0, failed: attempts_failed[index] ?? 0 }))
  return (
    <Group gap="md" mb="md">
      <Sparkline buckets={buckets} period="in the last 24 hours" width={168} />
      <Text size="sm">
        {countText(succeeded + failed)} attempts in 24 hours, {shareText(succeeded / (succeeded + failed))} succeeded
        {lost === 0 ? '.' : `; ${countText(lost)} ${lost === 1 ? 'delivery was' : 'deliveries were'} given up.`}
      </Text>
    </Group>
  )
}
