import { Alert, Group, Stack, Text } from '@mantine/core'
import type { IntegrationReplay } from '../../../generated/schema.ts'
import { useParam } from '../../../kit/address-state.ts'
import { Time } from '../../../kit/cells/time.tsx'
import { LinkTo } from '../../../kit/link.tsx'
import { useChange } from '../../../kit/requests/use-change.ts'
import { usePaths } from '../../../kit/use-paths.ts'
import { Section } from '../../../ui/layout/section.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { useIntegrationId } from '../integration-id.ts'
import { useLiveRead } from '../live/use-live-read.ts'
import { type ProgressChange, ProgressPage } from '../progress-page.tsx'
import { countOf, whatOf } from '../rules/run-words.ts'
import { useIntegration } from '../use-job.ts'
import { ReplayFacts } from './replay-facts.tsx'

const PATH = '/v2/integrations/{integration_id}/replays/{replay_id}'

/** Progress of a replay, and the reason if it is paused. */
export function ReplayPage() {
  const path = { integration_id: useIntegrationId(), replay_id: useParam('replay') }
  const paths = usePaths()
  const integration = useIntegration(path.integration_id)
  const query = useLiveRead(PATH, { params: { path } }, ({ data }) => data.status === 'running')
  const change = useChange<ProgressChange>({
    stale: ['/v2/integrations/{integration_id}/replays'],
    run: (api, how) => api.POST(`${PATH}/${how}`, { params: { path } }),
  })
  return (
    <ProgressPage
      query={query}
      what="replay"
      title={(replay) => `Replay: ${whatOf(replay).toLowerCase()}`}
      request={{ path: PATH, params: path }}
      crumbs={[
        { label: 'Integrations', to: paths.integrations() },
        { label: integration?.name ?? 'Integration', to: paths.integration(path.integration_id) },
        { label: 'Replays', to: paths.replays(path.integration_id) },
      ]}
      change={change}
      operations={{ pause: 'PauseReplay', resume: 'ResumeReplay', cancel: 'CancelReplay' }}
      cancelLabel="Cancel the replay"
    >
      {(replay) => <ReplayBody replay={replay} />}
    </ProgressPage>
  )
}

function ReplayBody({ replay }: { replay: IntegrationReplay }) {
  const { progress, status, status_detail } = replay
  return (
    <Stack gap="md">
      {status === 'paused' && <WhyPaused replay={replay} detail={status_detail} />}
      <Section title="Progress" description="Measured by the time of the events, not by their number.">
        <Progress
          unit="thousandths"
          words={`${Math.floor(progress.part * 100)}% of the time range`}
          label="Part of the range that is done"
          total={1000}
          parts={[{ value: Math.round(progress.part * 1000), tone: 'ok', label: 'done' }]}
        />
        <Text size="sm" mt="xs">
          {countOf(progress.enqueued, 'job')} created of {countOf(progress.scanned, 'event')} examined, up to{' '}
          <Time at={progress.reached} />.
        </Text>
        <TouchedJobs replay={replay} />
      </Section>
      <ReplayFacts replay={replay} />
    </Stack>
  )
}

function WhyPaused({ replay, detail }: { replay: IntegrationReplay; detail: string | null }) {
  const paths = usePaths()
  const target_id = replay.relationships.target.data.id
  // Another person may enable the target in the meantime.
  const target = useIntegration(target_id, { every_ms: 2_000 })
  const isDisabled = target?.enabled === false
  return (
    <Alert color="yellow" variant="outline" title={detail === null ? 'Paused by a person' : `Paused: ${detail}`}>
      <Text size="sm">
        {isDisabled ? (
          <>
            The target <LinkTo to={paths.integration(target_id)}>{target?.name ?? target_id}</LinkTo> is disabled:
            enable it, then resume. The replay continues where it stopped.
          </>
        ) : (
          'Resume it to continue where it stopped.'
        )}
      </Text>
    </Alert>
  )
}

function TouchedJobs({ replay: { id, relationships } }: { replay: IntegrationReplay }) {
  const paths = usePaths()
  const filter = `eq(replay_id,${id})`
  return (
    <Group mt="xs">
      <LinkTo to={paths.jobs(relationships.target.data.id, { filter, range: 'all' })} size="sm">
        Jobs created
      </LinkTo>
    </Group>
  )
}
