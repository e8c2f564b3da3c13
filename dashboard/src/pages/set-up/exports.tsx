import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Time } from '../../kit/cells/time.tsx'
import { LinkTo, target } from '../../kit/link.tsx'
import { ListBlock } from '../../kit/list/list-block.tsx'
import type { Column } from '../../kit/list/list-view.tsx'
import { useList } from '../../kit/list/use-list.ts'
import { Page } from '../../kit/page.tsx'
import { formatBytes } from '../../kit/requests/download.ts'
import { usePaths } from '../../kit/use-paths.ts'
import type { Paths } from '../../paths.ts'
import { Empty } from '../../ui/layout/empty.tsx'
import { ExportDownload, ExportRecords, ExportStatus } from './export-status.tsx'
import { type ExportJob, WHAT } from './rules/export-words.ts'

const ABOUT = 'All records of a kind in a file, one JSON object per line. The file is kept for some days.'

export function ExportsPage() {
  const paths = usePaths()
  const state = useList({ path: '/v2/jobs', sort: '-created_at' })
  return (
    <Page
      title="Exports"
      description={ABOUT}
      actions={[{ name: 'New export', key: 'n', to: paths.resource('exports', 'new'), operation: 'CreateExportJob' }]}
    >
      <ListBlock
        label="exports"
        state={state}
        columns={columnsIn(paths)}
        rowTo={({ id }) => paths.resource('exports', id)}
        empty={<NoExports to={paths.resource('exports', 'new')} />}
      />
    </Page>
  )
}

function columnsIn(paths: Paths): readonly Column<ExportJob>[] {
  return [
    {
      id: 'what',
      header: 'What',
      sort: 'what',
      cell: (job) => <LinkTo to={paths.resource('exports', job.id)}>{WHAT[job.what]}</LinkTo>,
    },
    {
      id: 'status',
      header: 'Status',
      sort: 'status',
      width: '130px',
      card: true,
      cell: (job) => <ExportStatus job={job} />,
    },
    {
      id: 'filter',
      header: 'Filter',
      sort: 'filter',
      cell: ({ filter }) => filter ?? 'All records',
    },
    {
      id: 'records',
      header: 'Records',
      align: 'end',
      width: '110px',
      card: true,
      cell: (job) => <ExportRecords job={job} />,
    },
    {
      id: 'file_size',
      header: 'Size',
      align: 'end',
      width: '110px',
      hidden: true,
      cell: (job) => formatBytes(job.file_size),
    },
    {
      id: 'created_at',
      header: 'Created',
      sort: 'created_at',
      width: '210px',
      cell: ({ meta }) => <Time at={meta.timestamps.created_at} />,
    },
    { id: 'file', header: 'File', width: '150px', card: true, cell: (job) => <ExportDownload job={job} /> },
  ]
}

function NoExports({ to }: { to: string }) {
  return (
    <Empty
      title="No exports yet"
      action={
        <Button component={Link} {...target(to)}>
          New export
        </Button>
      }
    >
      {ABOUT}
    </Empty>
  )
}
