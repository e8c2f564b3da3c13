import { Box, Text } from '@mantine/core'
import type { IntegrationHealth } from '../../generated/schema.ts'
import { Time } from '../../kit/cells/time.tsx'
import { LinkTo } from '../../kit/link.tsx'
import type { Column } from '../../kit/list/list-view.tsx'
import { countText } from '../../kit/values/count.ts'
import type { Paths } from '../../paths.ts'
import { Sparkline } from '../../ui/charts/sparkline.tsx'
import { Status } from '../../ui/status.tsx'
import { healthWords } from './rules/health-sentence.ts'
import { bucketsOf, shareText } from './rules/numbers.ts'

export const columns = (paths: Paths): readonly Column<IntegrationHealth>[] => [
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
    cell: ({ backlog }) => countText(backlog.jobs, backlog.at_least),
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

const KINDS = { receiver: 'Webhook', queue: 'Queue', broker: 'Broker' }

function State({ health }: { health: IntegrationHealth }) {
  const { word, tone } = healthWords(health)
  return <Status tone={tone}>{word}</Status>
}

/** Fixed height of two lines, so that a changed sentence does not shift the rows. */
function Sentence({ text }: { text: string }) {
  return (
    <Box h={37} style={{ display: 'flex', alignItems: 'center' }}>
      <Text size="sm" lh={1.35} lineClamp={2} style={{ whiteSpace: 'normal' }} title={text}>
        {text}
      </Text>
    </Box>
  )
}
