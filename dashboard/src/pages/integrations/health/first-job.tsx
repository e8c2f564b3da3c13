import { Group, Text } from '@mantine/core'
import { Time } from '../../../kit/cells/time.tsx'
import { LinkTo } from '../../../kit/link.tsx'
import { useRead } from '../../../kit/requests/use-read.ts'
import { Loaded } from '../../../kit/states.tsx'
import { usePaths } from '../../../kit/use-paths.ts'
import { Section } from '../../../ui/layout/section.tsx'
import { Status } from '../../../ui/status.tsx'
import { JOB_STATES } from '../rules/job-states.ts'

const POLL_INTERVAL_MS = 1_500

/** First job of an integration, updated while unfinished. */
export function FirstJob({ integration, title }: { integration: string; title: string }) {
  const paths = usePaths()
  const path = { integration_id: integration }
  const query = useRead(
    '/v2/integrations/{integration_id}/jobs',
    { params: { path, query: { sort: 'created_at', 'page[limit]': 1 } } },
    { every_ms: POLL_INTERVAL_MS },
  )
  return (
    <Section title={title}>
      <Loaded query={query} what="job">
        {({ data: [job] }) =>
          job === undefined ? (
            <Text size="sm">No event was delivered yet.</Text>
          ) : (
            <Group gap="md" role="status">
              <Status tone={JOB_STATES[job.status].tone}>{JOB_STATES[job.status].word}</Status>
              <LinkTo to={paths.job(integration, job.id)} size="sm">
                {job.event.triggered_by}
              </LinkTo>
              <Text size="sm">
                {job.attempts} {job.attempts === 1 ? 'attempt' : 'attempts'}
              </Text>
              <Time at={job.meta.timestamps.created_at} />
            </Group>
          )
        }
      </Loaded>
    </Section>
  )
}
