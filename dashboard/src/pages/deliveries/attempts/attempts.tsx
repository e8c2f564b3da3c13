import { Outlet } from '@tanstack/react-router'
import type { IntegrationLog } from '../../../generated/schema.ts'
import { Nothing, Time } from '../../../kit/cells/time.tsx'
import { LinkTo } from '../../../kit/link.tsx'
import { ListBlock } from '../../../kit/list/list-block.tsx'
import type { Column } from '../../../kit/list/list-view.tsx'
import { useList } from '../../../kit/list/use-list.ts'
import { usePaths } from '../../../kit/use-paths.ts'
import type { Paths } from '../../../paths.ts'
import { Empty } from '../../../ui/layout/empty.tsx'
import { PanelBeside } from '../../../ui/layout/panel.tsx'
import { useIntegrationId } from '../integration-id.ts'
import { panelOfJob } from '../jobs/job-panel.tsx'
import { AttemptStatus, Duration } from '../jobs/job-status.tsx'
import { StatusFilter } from '../jobs/status-filter.tsx'
import { useEnterOpensJob, useOpenJob } from '../jobs/use-open-job.ts'
import { failureOf } from '../rules/job-words.ts'
import { Subject } from '../subject.tsx'

/** One row per request to the integration. */
export function AttemptsPage() {
  const integration = useIntegrationId()
  const paths = usePaths()
  const state = useList({
    path: '/v2/integrations/{integration_id}/logs',
    params: { integration_id: integration },
    range: 'day',
  })
  const [opened, open] = useOpenJob()
  useEnterOpensJob(integration, opened)
  const list = (
    <ListBlock
      label="attempts"
      state={state}
      columns={columns(paths, integration)}
      onOpen={(log) => open(jobOf(log))}
      isOpen={(log) => jobOf(log) === opened}
      labels={LABELS}
      beside={<StatusFilter label="Outcome" filter={state.filter} onChange={state.setFilter} choices={OUTCOMES} />}
      empty={
        <Empty title="No attempts yet">
          An attempt is a single request to this integration. A job is attempted again until an attempt succeeds or the
          retries end.
        </Empty>
      }
      announceNew
    />
  )
  return (
    <>
      <PanelBeside
        list={list}
        panel={opened === null ? undefined : panelOfJob(integration, opened)}
        onClose={() => open(null)}
      />
      <Outlet />
    </>
  )
}

function jobOf(log: IntegrationLog): string {
  return log.relationships.job.data.id
}

const LABELS = { triggered_by: 'Key', status_code: 'Status', processing_time: 'Seconds', error_detail: 'Error' }

const OUTCOMES = [
  { label: 'Succeeded', field: 'succeeded', values: ['true'] },
  { label: 'Failed', field: 'succeeded', values: ['false'] },
]

const columns = (paths: Paths, integration: string): readonly Column<IntegrationLog>[] => [
  {
    id: 'outcome',
    header: 'Outcome',
    width: '110px',
    cell: ({ succeeded }) => <AttemptStatus succeeded={succeeded} />,
  },
  {
    id: 'key',
    header: 'Key',
    card: true,
    width: 'minmax(130px, 1fr)',
    cell: (log) => (
      <LinkTo to={paths.attempt(integration, jobOf(log), log.id)} ff="monospace" size="sm">
        {log.event?.triggered_by ?? 'past the retention'}
      </LinkTo>
    ),
  },
  {
    id: 'about',
    header: 'About',
    card: 'named',
    width: 'minmax(110px, 1fr)',
    cell: ({ event }) => (event === null ? <Nothing /> : <Subject event={event.id} />),
  },
  {
    id: 'time',
    header: 'Ended',
    sort: 'created_at',
    card: 'named',
    width: 'minmax(168px, 200px)',
    cell: ({ meta }) => <Time at={meta.timestamps.created_at} />,
  },
  { id: 'attempt', header: 'Attempt', align: 'end', width: '66px', cell: ({ attempt }) => attempt },
  {
    id: 'status',
    header: 'Status',
    align: 'end',
    width: '64px',
    card: true,
    cell: ({ status_code }) => status_code ?? <Nothing />,
  },
  {
    id: 'took',
    header: 'Took',
    align: 'end',
    width: '80px',
    cell: ({ processing_time }) => <Duration ms={processing_time * 1000} />,
  },
  {
    id: 'error',
    header: 'Error',
    width: 'minmax(120px, 1.4fr)',
    cell: (log) => (log.succeeded ? <Nothing /> : <span title={failureOf(log)}>{failureOf(log)}</span>),
  },
]
