import type { IntegrationReplay } from '../../../generated/schema.ts'
import { ActionBar, useActions } from '../../../kit/actions.tsx'
import { Time } from '../../../kit/cells/time.tsx'
import { LinkTo } from '../../../kit/link.tsx'
import { ListBlock } from '../../../kit/list/list-block.tsx'
import type { Column } from '../../../kit/list/list-view.tsx'
import { useList } from '../../../kit/list/use-list.ts'
import { usePaths } from '../../../kit/use-paths.ts'
import type { Paths } from '../../../paths.ts'
import { Empty } from '../../../ui/layout/empty.tsx'
import { useIntegrationId } from '../integration-id.ts'
import { ProgressStatus } from '../progress-page.tsx'
import { whatOf } from '../rules/run-words.ts'

export function ReplaysPage() {
  const integration = useIntegrationId()
  const paths = usePaths()
  const state = useList({
    path: '/v2/integrations/{integration_id}/replays',
    params: { integration_id: integration },
    every_ms: 5_000,
  })
  const actions = useActions([
    { name: 'New replay', key: 'n', to: paths.newReplay(integration), operation: 'CreateReplay' as const },
  ])
  return (
    <ListBlock
      label="replays"
      state={state}
      columns={columns(paths, integration)}
      rowTo={({ id }) => paths.replay(integration, id)}
      beside={<ActionBar actions={actions} />}
      empty={
        <Empty title="No replays yet">
          A replay delivers past events again: what failed or was cancelled, what was missed while the integration was
          disabled, or everything, to this integration or to another one.
        </Empty>
      }
    />
  )
}

const NUMBER = new Intl.NumberFormat('en-US')

const columns = (paths: Paths, integration: string): readonly Column<IntegrationReplay>[] => [
  {
    id: 'selection',
    header: 'Replay',
    cell: (replay) => <LinkTo to={paths.replay(integration, replay.id)}>{whatOf(replay)}</LinkTo>,
  },
  {
    id: 'status',
    header: 'Status',
    sort: 'status',
    card: true,
    width: '130px',
    cell: ({ status }) => <ProgressStatus status={status} emphasis={false} />,
  },
  { id: 'from', header: 'Events from', width: '190px', cell: ({ from }) => <Time at={from} /> },
  { id: 'to', header: 'to', width: '190px', cell: ({ to }) => <Time at={to} /> },
  {
    id: 'enqueued',
    header: 'Enqueued',
    align: 'end',
    card: true,
    width: '90px',
    cell: ({ progress }) => NUMBER.format(progress.enqueued),
  },
  {
    id: 'part',
    header: 'Done',
    align: 'end',
    width: '70px',
    cell: ({ progress }) => `${Math.floor(progress.part * 100)}%`,
  },
  {
    id: 'created',
    header: 'Started',
    sort: 'created_at',
    width: '190px',
    hidden: true,
    cell: ({ meta }) => <Time at={meta.timestamps.created_at} />,
  },
]
