import { Text } from '@mantine/core'
import type { IntegrationJob, IntegrationJobRun } from '../../../generated/schema.ts'
import { Time } from '../../../kit/cells/time.tsx'
import { LinkTo } from '../../../kit/link.tsx'
import { ListBlock } from '../../../kit/list/list-block.tsx'
import type { Column } from '../../../kit/list/list-view.tsx'
import { useList } from '../../../kit/list/use-list.ts'
import { usePaths } from '../../../kit/use-paths.ts'
import type { Paths } from '../../../paths.ts'
import { Section } from '../../../ui/layout/section.tsx'
import { ATTEMPTS, OUTCOME, TOOK } from '../jobs/job-columns.tsx'

export function Touched({ run }: { run: IntegrationJobRun }) {
  const paths = usePaths()
  const state = useList({
    path: '/v2/integrations/jobs',
    fixed: `eq(run_id,${run.id})`,
    every_ms: 3_000,
  })
  return (
    <Section title="Changed jobs" description="With their current outcome.">
      <ListBlock
        label="changed jobs"
        state={state}
        columns={columns(paths)}
        rowTo={(job) => paths.job(job.relationships.integration.data.id, job.id)}
        empty={<Text size="sm">None so far.</Text>}
      />
    </Section>
  )
}

const columns = (paths: Paths): readonly Column<IntegrationJob>[] => [
  OUTCOME,
  {
    id: 'key',
    header: 'Key',
    card: true,
    cell: (job) => (
      <LinkTo to={paths.job(job.relationships.integration.data.id, job.id)} ff="monospace" size="sm">
        {job.event.triggered_by}
      </LinkTo>
    ),
  },
  {
    id: 'created',
    header: 'Created',
    sort: 'created_at',
    width: '200px',
    card: 'named',
    cell: ({ meta }) => <Time at={meta.timestamps.created_at} />,
  },
  ATTEMPTS,
  TOOK,
]
