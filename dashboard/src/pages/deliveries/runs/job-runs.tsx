import { Text } from '@mantine/core'
import type { IntegrationJobRun } from '../../../generated/schema.ts'
import { Time } from '../../../kit/cells/time.tsx'
import { LinkTo } from '../../../kit/link.tsx'
import { ListBlock } from '../../../kit/list/list-block.tsx'
import type { Column } from '../../../kit/list/list-view.tsx'
import { useList } from '../../../kit/list/use-list.ts'
import { Page } from '../../../kit/page.tsx'
import { usePaths } from '../../../kit/use-paths.ts'
import type { Paths } from '../../../paths.ts'
import { Empty } from '../../../ui/layout/empty.tsx'
import { ProgressStatus } from '../progress-page.tsx'
import { runSubject } from '../rules/run-words.ts'

export function JobRunsPage() {
  const paths = usePaths()
  const state = useList({ path: '/v2/integrations/job-runs', every_ms: 5_000 })
  return (
    <Page
      title="Runs"
      description="Retries and cancellations of many jobs at once. A run continues when the page is closed, and after a restart."
      crumbs={[{ label: 'Integrations', to: paths.integrations() }]}
    >
      <ListBlock
        label="runs"
        state={state}
        columns={columns(paths)}
        rowTo={({ id }) => paths.jobRun(id)}
        empty={
          <Empty title="No runs yet">
            To start a run, filter the jobs of an integration, then retry or cancel all that match.
          </Empty>
        }
      />
    </Page>
  )
}

const NUMBER = new Intl.NumberFormat('en-US')

const columns = (paths: Paths): readonly Column<IntegrationJobRun>[] => [
  {
    id: 'subject',
    header: 'Run',
    cell: (run) => <LinkTo to={paths.jobRun(run.id)}>{runSubject(run)}</LinkTo>,
  },
  {
    id: 'status',
    header: 'Status',
    card: true,
    width: '130px',
    cell: ({ status }) => <ProgressStatus status={status} emphasis={false} />,
  },
  {
    id: 'progress',
    header: 'Changed',
    align: 'end',
    card: true,
    width: '150px',
    cell: ({ progress, total }) => (
      <Text span size="sm">
        {NUMBER.format(progress.changed)} of {NUMBER.format(total.count)}
        {total.method === 'exact' ? '' : '+'}
      </Text>
    ),
  },
  {
    id: 'rate',
    header: 'Rate',
    align: 'end',
    width: '80px',
    cell: ({ rate, action }) => (action === 'retry' ? `${rate}/s` : ''),
  },
  {
    id: 'created',
    header: 'Started',
    sort: 'created_at',
    width: '200px',
    cell: ({ meta }) => <Time at={meta.timestamps.created_at} />,
  },
]
