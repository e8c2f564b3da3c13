import { Box, Button, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { IntegrationHealth } from '../../generated/schema.ts'
import { Time } from '../../kit/cells/time.tsx'
import { LinkTo, target } from '../../kit/link.tsx'
import { ListBlock } from '../../kit/list/list-block.tsx'
import type { Column } from '../../kit/list/list-view.tsx'
import { useList } from '../../kit/list/use-list.ts'
import { Page } from '../../kit/page.tsx'
import { useScope } from '../../kit/scope.ts'
import { usePaths } from '../../kit/use-paths.ts'
import { NO_INTEGRATIONS } from '../../messages/en.ts'
import type { Paths } from '../../paths.ts'
import { Sparkline } from '../../ui/charts/sparkline.tsx'
import { Empty } from '../../ui/layout/empty.tsx'
import { Status } from '../../ui/status.tsx'
import { DayOfAll } from './health/day-of-all.tsx'
import { healthWords } from './rules/health-sentence.ts'
import { bucketsOf, countText, shareText } from './rules/numbers.ts'

/** A change of state is on the screen this soon. */
const LOOKED_EVERY_MS = 2_500
const ATTENTION = 'in(status,failing,degraded,disabled)'

export function IntegrationsPage() {
  const paths = usePaths()
  const { level } = useScope()
  const state = useList({
    path: '/v2/integrations/health',
    query: { include: 'series' },
    every_ms: LOOKED_EVERY_MS,
  })
  const actions = [
    { name: 'New integration', key: 'n', to: paths.newIntegration(), operation: 'CreateIntegration' as const },
    { name: 'Alerts', to: paths.alerts(), operation: 'ListAlerts' as const },
  ]
  return (
    <Page
      title="Integrations"
      description={`Systems that hear of the events of this ${level === 's' ? 'store' : 'organization'}.`}
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

const columns = (paths: Paths): readonly Column<IntegrationHealth>[] => [
  {
    id: 'name',
    header: 'Name',
    sort: 'name',
    width: 'minmax(120px, 1.3fr)',
    cell: ({ id, name }) => <LinkTo to={paths.integration(id)}>{name}</LinkTo>,
  },
  { id: 'status', header: 'Status', card: true, width: '140px', cell: (row) => <State health={row} /> },
  {
    id: 'summary',
    header: 'What happens',
    card: true,
    width: 'minmax(200px, 3fr)',
    cell: ({ summary }) => <Sentence text={summary} />,
  },
  {
    id: 'share',
    header: 'Success',
    align: 'end',
    width: '84px',
    cell: ({ attempts }) => shareText(attempts.success_rate),
  },
  {
    id: 'hour',
    header: 'Last hour',
    width: '116px',
    cell: ({ series }) => <Sparkline buckets={bucketsOf(series)} period="in the last hour" width={96} />,
  },
  {
    id: 'waiting',
    header: 'Waiting',
    align: 'end',
    width: '90px',
    cell: ({ backlog }) => countText(backlog.jobs, COUNTED_TO),
  },
  {
    id: 'last_failed',
    header: 'Last failed',
    width: '190px',
    hidden: true,
    cell: ({ attempts }) => <Time at={attempts.last_failed_at} />,
  },
  {
    id: 'kind',
    header: 'Kind',
    width: '90px',
    hidden: true,
    cell: ({ confirmation }) => KINDS[confirmation.by],
  },
]

/** The list of all counts no further. */
const COUNTED_TO = 1_000
const KINDS = { receiver: 'Webhook', queue: 'Queue', broker: 'Broker' }

function State({ health }: { health: IntegrationHealth }) {
  const { word, tone } = healthWords(health)
  return <Status tone={tone}>{word}</Status>
}

/** Always as tall as two lines: a sentence that changes moves no row. */
function Sentence({ text }: { text: string }) {
  return (
    <Box h={37} style={{ display: 'flex', alignItems: 'center' }}>
      <Text size="sm" lh={1.35} lineClamp={2} style={{ whiteSpace: 'normal' }} title={text}>
        {text}
      </Text>
    </Box>
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
