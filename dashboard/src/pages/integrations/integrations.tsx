import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { target } from '../../kit/link.tsx'
import { ListBlock } from '../../kit/list/list-block.tsx'
import { useList } from '../../kit/list/use-list.ts'
import { Page } from '../../kit/page.tsx'
import { useScope } from '../../kit/scope.ts'
import { usePaths } from '../../kit/use-paths.ts'
import { NO_INTEGRATIONS } from '../../messages/en.ts'
import { Empty } from '../../ui/layout/empty.tsx'
import { DayOfAll } from './health/day-of-all.tsx'
import { columns } from './integration-columns.tsx'

const POLL_INTERVAL_MS = 2_500

const ATTENTION = 'in(status,failing,degraded,disabled)'

export function IntegrationsPage() {
  const paths = usePaths()
  const { level } = useScope()
  const state = useList({
    path: '/v2/integrations/health',
    query: { include: 'series' },
    every_ms: POLL_INTERVAL_MS,
  })
  const actions = [
    { name: 'New integration', key: 'n', to: paths.newIntegration(), operation: 'CreateIntegration' as const },
    { name: 'Alerts', to: paths.alerts(), operation: 'ListAlerts' as const },
  ]
  return (
    <Page
      title="Integrations"
      description={`Systems that receive this ${level === 's' ? 'store' : 'organization'}’s events.`}
      actions={actions}
    >
      <DayOfAll />
      <ListBlock
        label="integrations"
        state={state}
        columns={columns(paths)}
        rowTo={({ id }) => paths.integration(id)}
        search={{ field: 'name', label: 'Find by name' }}
        beside={<NeedAttention filter={state.filter} onChange={state.setFilter} />}
        empty={<NoIntegrations to={paths.newIntegration()} />}
      />
    </Page>
  )
}

function NeedAttention({ filter, onChange }: { filter: string; onChange: (filter: string) => void }) {
  const isOn = filter === ATTENTION
  return (
    <Button variant={isOn ? 'filled' : 'default'} aria-pressed={isOn} onClick={() => onChange(isOn ? '' : ATTENTION)}>
      Needs attention
    </Button>
  )
}

function NoIntegrations({ to }: { to: string }) {
  return (
    <Empty
      title={NO_INTEGRATIONS.title}
      action={
        <Button component={Link} {...target(to)}>
          New integration
        </Button>
      }
    >
      {NO_INTEGRATIONS.about}
    </Empty>
  )
}
