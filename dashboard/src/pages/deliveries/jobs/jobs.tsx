import { Button, Code, Text } from '@mantine/core'
import { Link, Outlet } from '@tanstack/react-router'
import { useState } from 'react'
import type { IntegrationJob } from '../../../generated/schema.ts'
import { ActionBar, useActions } from '../../../kit/actions.tsx'
import { InZone, Time } from '../../../kit/cells/time.tsx'
import { PanelLink, target } from '../../../kit/link.tsx'
import { ListBlock } from '../../../kit/list/list-block.tsx'
import type { Column } from '../../../kit/list/list-view.tsx'
import { useList } from '../../../kit/list/use-list.ts'
import { useRead } from '../../../kit/requests/use-read.ts'
import { usePaths } from '../../../kit/use-paths.ts'
import { Empty } from '../../../ui/layout/empty.tsx'
import { PanelBeside } from '../../../ui/layout/panel.tsx'
import { useIntegrationId } from '../integration-id.ts'
import { ABOUT, ATTEMPTS, OUTCOME, TOOK } from './job-columns.tsx'
import { panelOfJob } from './job-panel.tsx'
import classes from './jobs.module.css'
import { StatusFilter } from './status-filter.tsx'
import { useBulkActions } from './use-bulk-actions.ts'
import { useFreshJobs } from './use-fresh-jobs.ts'
import { useEnterOpensJob, useOpenJob } from './use-open-job.ts'

/** One row per event of the integration, with its outcome. */
export function JobsPage() {
  const integration = useIntegrationId()
  const paths = usePaths()
  const listed = useList({
    path: '/v2/integrations/{integration_id}/jobs',
    params: { integration_id: integration },
    range: 'day',
  })
  const state = { ...listed, list: useFreshJobs(listed.list, integration) }
  const [opened, open] = useOpenJob()
  const [selected, select] = useState<ReadonlySet<string>>(new Set())
  const actions = useActions(useBulkActions(integration, state, selected))
  useEnterOpensJob(integration, opened)
  const list = (
    <ListBlock
      label="jobs"
      state={state}
      columns={columns({ toJob: (job) => paths.job(integration, job), open, opened })}
      onOpen={({ id }) => open(id)}
      isOpen={({ id }) => id === opened}
      selection={{ ids: selected, onChange: select }}
      labels={LABELS}
      beside={
        <>
          <StatusFilter label="Outcome" filter={state.filter} onChange={state.setFilter} choices={OUTCOMES} />
          <ActionBar actions={actions} shown={selected.size > 0 ? 1 : 0} menuLabel="Actions on many jobs" />
        </>
      }
      empty={<NoJobs />}
      announceNew
    />
  )
  return (
    <>
      <WhyWaiting />
      <PanelBeside
        list={list}
        panel={opened === null ? undefined : panelOfJob(integration, opened)}
        onClose={() => open(null)}
      />
      <Outlet />
    </>
  )
}

/** State of the integration above the jobs that wait for it. */
function WhyWaiting() {
  const params = { path: { integration_id: useIntegrationId() } }
  const { data } = useRead('/v2/integrations/{integration_id}/health', { params })
  if (data === undefined || data.data.backlog.jobs === 0 || data.data.status === 'healthy') return null
  return (
    <Text size="sm" mb="xs">
      <InZone>{data.data.summary}</InZone>
    </Text>
  )
}

const LABELS = { triggered_by: 'Key', attempts: 'Attempts', replay_id: 'Replay', run_id: 'Run' }

const OUTCOMES = [
  { label: 'Pending', field: 'status', values: ['pending', 'delivering'] },
  { label: 'Succeeded', field: 'status', values: ['succeeded'] },
  { label: 'Failed', field: 'status', values: ['failed'] },
  { label: 'Cancelled', field: 'status', values: ['cancelled'] },
]

type Panel = { toJob: (job: string) => string; open: (job: string) => void; opened: string | null }

const columns = ({ toJob, open, opened }: Panel): readonly Column<IntegrationJob>[] => [
  OUTCOME,
  {
    id: 'key',
    header: 'Key',
    card: true,
    width: 'minmax(140px, 1fr)',
    cell: ({ id, event }) => (
      <PanelLink to={toJob(id)} isOpen={id === opened} onOpen={() => open(id)} className={classes.open}>
        {event.triggered_by}
      </PanelLink>
    ),
  },
  ABOUT,
  {
    id: 'created',
    header: 'Created',
    sort: 'created_at',
    card: 'named',
    width: 'minmax(168px, 200px)',
    cell: ({ meta }) => <Time at={meta.timestamps.created_at} />,
  },
  ATTEMPTS,
  TOOK,
  { id: 'event', header: 'Event', width: '310px', hidden: true, cell: ({ event }) => <Code>{event.id}</Code> },
]

function NoJobs() {
  const paths = usePaths()
  return (
    <Empty
      title="No jobs yet"
      action={
        <Button component={Link} {...target(paths.publish())}>
          Publish an event
        </Button>
      }
    >
      A job delivers one event to this integration. The next observed event creates the first job.
    </Empty>
  )
}
