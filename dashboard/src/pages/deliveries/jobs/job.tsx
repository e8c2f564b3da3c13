import { Group, Stack, Text } from '@mantine/core'
import { Outlet, useLocation } from '@tanstack/react-router'
import type { IntegrationLog } from '../../../generated/schema.ts'
import { useParam } from '../../../kit/address-state.ts'
import { LinkTo } from '../../../kit/link.tsx'
import { Page } from '../../../kit/page.tsx'
import { Loaded, ProblemView } from '../../../kit/states.tsx'
import { usePaths } from '../../../kit/use-paths.ts'
import { formatDuration } from '../../../kit/values/time.ts'
import { Section } from '../../../ui/layout/section.tsx'
import { useIntegrationId } from '../integration-id.ts'
import { answerOf, failureOf, jobSentence } from '../rules/job-words.ts'
import { type JobKey, type JobWithLogs, useIntegration, useJob } from '../use-job.ts'
import classes from './job.module.css'
import { JobFacts } from './job-panel.tsx'
import { AttemptStatus, JobStatusText } from './job-status.tsx'
import { JobTimeline } from './job-timeline.tsx'
import { useJobActions } from './use-job-actions.tsx'

/** Delivery of an event to an integration: its timeline, with the selected attempt below. */
export function JobPage() {
  const key: JobKey = { integration: useIntegrationId(), job: useParam('job') }
  const paths = usePaths()
  const query = useJob(key)
  const integration = useIntegration(key.integration)
  const job = query.data?.job
  const { actions, error } = useJobActions(key, job)
  return (
    <Page
      title={job?.event.triggered_by ?? 'Job'}
      beside={job !== undefined && <JobStatusText status={job.status} next_attempt_at={job.next_attempt_at} emphasis />}
      request={{
        path: '/v2/integrations/{integration_id}/jobs/{job_id}',
        params: { integration_id: key.integration, job_id: key.job },
      }}
      description={job === undefined ? undefined : <span role="status">{jobSentence(job)}</span>}
      crumbs={[
        { label: 'Integrations', to: paths.integrations() },
        { label: integration?.name ?? 'Integration', to: paths.integration(key.integration) },
        { label: 'Jobs', to: paths.jobs(key.integration) },
      ]}
      actions={actions}
    >
      {error !== null && <ProblemView error={error} />}
      <Loaded query={query} what="job">
        {(found) => <JobBody {...found} />}
      </Loaded>
    </Page>
  )
}

function JobBody({ job, logs }: JobWithLogs) {
  return (
    <Stack gap="md">
      <Section title="Timeline">
        <JobTimeline job={job} logs={logs} />
      </Section>
      <Section title="Attempts" {...(logs.length === 0 ? { description: 'No attempt has finished yet.' } : {})}>
        {logs.length > 0 && (
          <div className={classes.attempts}>
            <AttemptList job={job} logs={logs} />
            <div className={classes.attempt}>
              <Outlet />
            </div>
          </div>
        )}
      </Section>
      <Section title="Facts">
        <JobFacts job={job} />
      </Section>
    </Stack>
  )
}

/** Attempts, newest first. The newest is selected by default. */
function AttemptList({ job, logs }: JobWithLogs) {
  const paths = usePaths()
  const { pathname } = useLocation()
  const integration = job.relationships.integration.data.id
  const isCurrent = (log: IntegrationLog, index: number) => {
    const address = paths.attempt(integration, job.id, log.id)
    return pathname === address || (index === 0 && !pathname.includes('/attempts/'))
  }
  return (
    <nav aria-label="Attempts" className={classes.list}>
      {logs.map((log, index) => (
        <LinkTo
          key={log.id}
          to={paths.attempt(integration, job.id, log.id)}
          underline="never"
          className={classes.item ?? ''}
          {...(isCurrent(log, index) ? { 'aria-current': 'page' as const } : {})}
        >
          <Group justify="space-between" gap="xs" wrap="nowrap">
            <span className={classes.number}>Attempt {log.attempt}</span>
            <AttemptStatus succeeded={log.succeeded} />
          </Group>
          <Text size="xs" c="var(--text-dim)" lineClamp={2}>
            {log.succeeded ? answerOf(log) : failureOf(log)} {formatDuration(log.processing_time * 1000)}
          </Text>
        </LinkTo>
      ))}
    </nav>
  )
}
