import { Button, Group, Stack, Text } from '@mantine/core'
import { Time } from '../../kit/cells/time.tsx'
import { LinkTo } from '../../kit/link.tsx'
import { useRead } from '../../kit/requests/use-read.ts'
import { Loaded } from '../../kit/states.tsx'
import { usePaths } from '../../kit/use-paths.ts'
import { countText } from '../../kit/values/count.ts'
import { formatDuration } from '../../kit/values/time.ts'
import { CodeBlock } from '../../ui/copy/code-block.tsx'
import { Countdown } from '../../ui/countdown.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { Status } from '../../ui/status.tsx'
import { KeptBack, useFilterTest } from './filter-trial.tsx'
import { useCheckNow } from './health/check-now.tsx'
import { JOB_STATES } from './rules/job-states.ts'
import { type Integration, useHealth } from './use-integration.ts'

const POLL_INTERVAL_MS = 1_000

type TestResultProps = { integration: Integration; job: string; onClose: () => void }

/** Job of a test, and the response to its last attempt. */
export function TestResult({ integration, job, onClose }: TestResultProps) {
  const paths = usePaths()
  const path = { integration_id: integration.id, job_id: job }
  const query = useRead(
    '/v2/integrations/{integration_id}/jobs/{job_id}',
    { params: { path } },
    { every_ms: POLL_INTERVAL_MS },
  )
  return (
    <Section
      title="Test"
      actions={
        <Button variant="subtle" size="compact-sm" onClick={onClose}>
          Close
        </Button>
      }
    >
      <Loaded query={query} what="job">
        {({ data }) => (
          <Stack gap="sm">
            <Group gap="md" role="status">
              <Status tone={JOB_STATES[data.status].tone}>{JOB_STATES[data.status].word}</Status>
              <LinkTo to={paths.job(integration.id, job)} size="sm">
                {data.event.triggered_by}
              </LinkTo>
              <Text size="sm">
                {data.attempts} {data.attempts === 1 ? 'attempt' : 'attempts'}
                {data.next_attempt_at === null ? null : (
                  <>
                    , the next <Countdown to={data.next_attempt_at} />
                  </>
                )}
              </Text>
              <Time at={data.meta.timestamps.created_at} />
            </Group>
            <TestedFilter integration={integration} triggered_by={data.event.triggered_by} />
            {data.attempts > 0 && <LastAttempt path={path} />}
            {data.attempts === 0 && data.status === 'pending' && <InTurn integration={integration} />}
          </Stack>
        )}
      </Loaded>
    </Section>
  )
}

/** A test ignores the filter, so it says what the filter does with such an event. */
function TestedFilter({ integration, triggered_by }: { integration: Integration; triggered_by: string }) {
  const { data } = useFilterTest(integration.filter ?? '', [triggered_by])
  return <KeptBack triggered_by={triggered_by} failing={data?.data.samples[0]?.failing_conditions ?? []} />
}

/** A test waits in the queue like any event, which takes time while others wait or the endpoint fails. */
function InTurn({ integration }: { integration: Integration }) {
  const { data } = useHealth()
  const check = useCheckNow(integration)
  const before = (data?.data.backlog.due ?? 0) - 1
  if (before < 1) return null
  return (
    <Stack gap="sm" align="flex-start">
      <Text size="sm">
        The test is in the queue: {countText(before)} other {before === 1 ? 'delivery is' : 'deliveries are'} due too.
      </Text>
      {check.button}
      {check.result}
    </Stack>
  )
}

function LastAttempt({ path }: { path: { integration_id: string; job_id: string } }) {
  const query = useRead(
    '/v2/integrations/{integration_id}/jobs/{job_id}/logs',
    { params: { path, query: { sort: '-created_at', 'page[limit]': 1 } } },
    { every_ms: POLL_INTERVAL_MS },
  )
  const attempt = query.data?.data[0]
  if (attempt === undefined) return null
  const status = attempt.status_code === null ? '' : `HTTP ${attempt.status_code}, `
  return (
    <>
      <Text size="sm">
        {attempt.error_detail === '' ? 'The receiver has accepted it' : attempt.error_detail} ({status}
        {formatDuration(attempt.processing_time * 1000)})
      </Text>
      {attempt.body !== null && attempt.body !== '' && (
        <CodeBlock label="Response" code={attempt.body} wrapped maxHeight={200} />
      )}
    </>
  )
}
