import { Button, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Time } from '../../kit/cells/time.tsx'
import { LinkTo, target } from '../../kit/link.tsx'
import { ListBlock } from '../../kit/list/list-block.tsx'
import type { RowOf } from '../../kit/list/list-query.ts'
import type { Column } from '../../kit/list/list-view.tsx'
import { useList } from '../../kit/list/use-list.ts'
import { Page } from '../../kit/page.tsx'
import { usePaths } from '../../kit/use-paths.ts'
import type { Paths } from '../../paths.ts'
import { Empty } from '../../ui/empty.tsx'
import { Status } from '../../ui/status.tsx'

type Integration = RowOf<'/v2/integrations'>

export function IntegrationsPage() {
  const paths = usePaths()
  const state = useList({ path: '/v2/integrations' })
  const actions = [
    { name: 'New integration', key: 'n', to: paths.newIntegration(), operation: 'CreateIntegration' as const },
  ]
  return (
    <Page title="Integrations" description="Systems that hear of this store’s events." actions={actions}>
      <ListBlock
        label="integrations"
        state={state}
        columns={columns(paths)}
        rowTo={({ id }) => paths.integration(id)}
        search={{ field: 'name', label: 'Find by name' }}
        empty={<NoIntegrations to={paths.newIntegration()} />}
      />
    </Page>
  )
}

const columns = (paths: Paths): readonly Column<Integration>[] => [
  {
    id: 'name',
    header: 'Name',
    sort: 'name',
    cell: ({ id, name }) => <LinkTo to={paths.integration(id)}>{name}</LinkTo>,
  },
  {
    id: 'enabled',
    header: 'Status',
    card: true,
    width: '120px',
    cell: ({ enabled }) => <Status tone={enabled ? 'ok' : 'off'}>{enabled ? 'Enabled' : 'Disabled'}</Status>,
  },
  { id: 'type', header: 'Kind', card: true, width: '140px', cell: ({ integration_type }) => integration_type },
  {
    id: 'observes',
    header: 'Observes',
    cell: ({ observes }) => (
      <Text size="sm" truncate ff="monospace">
        {observes.join(', ')}
      </Text>
    ),
  },
  {
    id: 'created',
    header: 'Made',
    sort: 'created_at',
    width: '210px',
    hidden: true,
    cell: ({ meta }) => <Time at={meta.timestamps.created_at} />,
  },
]

function NoIntegrations({ to }: { to: string }) {
  return (
    <Empty
      title="No integrations yet"
      action={
        <Button variant="filled" component={Link} {...target(to)}>
          New integration
        </Button>
      }
    >
      An integration tells another system of what happens here: a webhook, a queue, or a broker.
    </Empty>
  )
}
