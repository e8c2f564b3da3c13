import { Stack, Text } from '@mantine/core'
import type { IntegrationJobRun } from '../../../generated/schema.ts'
import { useParam } from '../../../kit/address-state.ts'
import { Time } from '../../../kit/cells/time.tsx'
import { useChange } from '../../../kit/requests/use-change.ts'
import { usePaths } from '../../../kit/use-paths.ts'
import { KeyValue } from '../../../ui/layout/key-value.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { useLiveRead } from '../live/use-live-read.ts'
import { type ProgressChange, ProgressPage } from '../progress-page.tsx'
import { countOf, runSubject, skippedWord, totalOf } from '../rules/run-words.ts'
import { Touched } from './changed-jobs.tsx'

const PATH = '/v2/integrations/job-runs/{job_run_id}'

/** Progress of a run over many jobs, and the jobs it changed. */
export function JobRunPage() {
  const job_run_id = useParam('run')
  const paths = usePaths()
  const query = useLiveRead(PATH, { params: { path: { job_run_id } } }, isRunning)
  const change = useChange<ProgressChange>({
    stale: ['/v2/integrations/job-runs'],
    run: (api, how) => api.POST(`${PATH}/${how}`, { params: { path: { job_run_id } } }),
  })
  return (
    <ProgressPage
      query={query}
      what="run"
      title={runSubject}
      request={{ path: PATH, params: { job_run_id } }}
      crumbs={[
        { label: 'Integrations', to: paths.integrations() },
        { label: 'Runs', to: paths.jobRuns() },
      ]}
      change={change}
      operations={{ pause: 'PauseJobRun', resume: 'ResumeJobRun', cancel: 'CancelJobRun' }}
      cancelLabel="Stop the run"
    >
      {(run) => <RunBody run={run} />}
    </ProgressPage>
  )
}

function isRunning({ data }: { data: IntegrationJobRun }): boolean {
  return data.status === 'running'
}

function RunBody({ run }: { run: IntegrationJobRun }) {
  const { progress, total, action } = run
  const skipped = Object.entries(progress.skipped)
  const done = progress.changed + skipped.reduce((sum, [, count]) => sum + count, 0)
  return (
    <Stack gap="md">
      <Section title="Progress">
        <Progress
          unit="jobs"
          total={run.status === 'completed' ? done : Math.max(total.count, done)}
          parts={[
            { value: progress.changed, tone: 'ok', label: action === 'retry' ? 'made due' : 'cancelled' },
            ...skipped.map(([reason, value]) => ({
              value,
              tone: 'off' as const,
              label: `skipped: ${skippedWord(reason)}`,
            })),
          ]}
        />
        <Text size="sm" mt="xs" c="var(--text-dim)">
          {total.count === 0
            ? 'No job matched.'
            : `${totalOf(total)} matched when it was created; ${countOf(progress.scanned, 'job')} were examined.`}
        </Text>
      </Section>
      <RunFacts run={run} />
      <Touched run={run} />
    </Stack>
  )
}

function RunFacts({ run }: { run: IntegrationJobRun }) {
  const { from, to, rate, action, job_ids, meta } = run
  const { created_at, finished_at } = meta.timestamps
  return (
    <Section title="Facts">
      <KeyValue
        items={[
          { label: 'Started', value: <Time at={created_at} /> },
          ...(finished_at === null ? [] : [{ label: 'Finished', value: <Time at={finished_at} /> }]),
          ...(action === 'retry' ? [{ label: 'Rate', value: `${rate} jobs a second at most` }] : []),
          ...(job_ids === null
            ? [
                {
                  label: 'Jobs created',
                  value: (
                    <>
                      {Date.parse(from) === 0 ? (
                        'until '
                      ) : (
                        <>
                          <Time at={from} /> to{' '}
                        </>
                      )}
                      <Time at={to} />
                    </>
                  ),
                },
              ]
            : []),
        ]}
      />
    </Section>
  )
}
