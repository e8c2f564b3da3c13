import { Button, Group, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { ActionButton, useActions } from '../../../kit/actions.tsx'
import { Time } from '../../../kit/cells/time.tsx'
import { LinkTo, target } from '../../../kit/link.tsx'
import { Loaded, ProblemView } from '../../../kit/states.tsx'
import { usePaths } from '../../../kit/use-paths.ts'
import { formatDuration } from '../../../kit/values/time.ts'
import { CodeBlock } from '../../../ui/copy/code-block.tsx'
import { Copyable } from '../../../ui/copy/copyable.tsx'
import { KeyValue } from '../../../ui/layout/key-value.tsx'
import { jobSentence } from '../rules/job-words.ts'
import { type JobKey, type JobWithLogs, useJob } from '../use-job.ts'
import { JobStatusText } from './job-status.tsx'
import { JobTimeline } from './job-timeline.tsx'
import { useJobActions } from './use-job-actions.tsx'

/** Content of `PanelBeside` for a job. */
export function panelOfJob(integration: string, job: string) {
  return {
    title: 'Job',
    actions: <OpenJob integration={integration} job={job} />,
    children: <JobPanel key={job} integration={integration} job={job} />,
  }
}

function OpenJob({ integration, job }: JobKey) {
  const paths = usePaths()
  return (
    <Button size="xs" component={Link} {...target(paths.job(integration, job))} aria-keyshortcuts="Enter">
      Open
    </Button>
  )
}

/** Summary of a job, shorter than its page. */
function JobPanel(key: JobKey) {
  const query = useJob(key)
  return (
    <Loaded query={query} what="job">
      {(found) => <Summary {...found} />}
    </Loaded>
  )
}

function Summary({ job, logs }: JobWithLogs) {
  const integration = job.relationships.integration.data.id
  const { actions, error } = useJobActions({ integration, job: job.id }, job)
  const offered = useActions(actions)
  const last = logs[0]
  return (
    <Stack gap="md">
      <Group gap="sm" justify="space-between">
        <JobStatusText status={job.status} next_attempt_at={job.next_attempt_at} emphasis />
        {offered.map((action) => (
          <ActionButton key={action.name} action={action} />
        ))}
      </Group>
      <Text size="sm" role="status">
        {jobSentence(job)}
      </Text>
      {error !== null && <ProblemView error={error} />}
      <JobTimeline job={job} logs={logs} />
      <JobFacts job={job} />
      {last !== undefined && last.body !== null && last.body !== '' && (
        <CodeBlock
          label={`Response ${last.status_code ?? ''} to attempt ${last.attempt}, ${formatDuration(last.processing_time * 1000)}`}
          code={last.body.slice(0, MAX_SHOWN)}
          wrapped
          maxHeight={220}
        />
      )}
    </Stack>
  )
}

const MAX_SHOWN = 4_000

export function JobFacts({ job }: Pick<JobWithLogs, 'job'>) {
  const paths = usePaths()
  const integration = job.relationships.integration.data.id
  const { replay_id, run_id } = job
  return (
    <KeyValue
      items={[
        { label: 'Event', value: <LinkTo to={paths.event(job.event.id)}>{job.event.triggered_by}</LinkTo> },
        { label: 'Event ID', value: <Copyable value={job.event.id} label="event id" length={40} /> },
        { label: 'Job ID', value: <Copyable value={job.id} label="job id" length={40} /> },
        { label: 'Created', value: <Time at={job.meta.timestamps.created_at} /> },
        { label: 'Attempts', value: String(job.attempts) },
        ...(replay_id === null
          ? []
          : [{ label: 'By replay', value: <LinkTo to={paths.replay(integration, replay_id)}>{replay_id}</LinkTo> }]),
        ...(run_id === null
          ? []
          : [{ label: 'Changed by run', value: <LinkTo to={paths.jobRun(run_id)}>{run_id}</LinkTo> }]),
      ]}
    />
  )
}
