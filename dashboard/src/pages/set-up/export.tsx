import { Alert } from '@mantine/core'
import { useParam } from '../../kit/address-state.ts'
import { Time } from '../../kit/cells/time.tsx'
import { Page } from '../../kit/page.tsx'
import { formatBytes } from '../../kit/requests/download.ts'
import { useRead } from '../../kit/requests/use-read.ts'
import { RecordLine } from '../../kit/resource/record-line.tsx'
import { Loaded } from '../../kit/states.tsx'
import { usePaths } from '../../kit/use-paths.ts'
import { KeyValue } from '../../ui/layout/key-value.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { ExportDownload, ExportStatus, useLive } from './export-status.tsx'
import { type ExportJob, WHAT } from './rules/export-words.ts'

export function ExportPage() {
  const job_id = useParam('job_id')
  const paths = usePaths()
  const query = useRead('/v2/jobs/{job_id}', { params: { path: { job_id } } })
  const job = query.data?.data
  return (
    <Page
      title={job === undefined ? 'Export' : `Export of ${WHAT[job.what].toLowerCase()}`}
      crumbs={[{ label: 'Exports', to: paths.exports() }]}
      description={job && <RecordLine row={job} />}
      request={{ path: '/v2/jobs/{job_id}/content', params: { job_id } }}
    >
      <Loaded query={query} what="export">
        {({ data }) => <Facts job={data} />}
      </Loaded>
    </Page>
  )
}

function Facts({ job }: { job: ExportJob }) {
  const live = useLive(job)
  return (
    <Section title="Details">
      {live.detail !== null && (
        <Alert color="red" variant="outline" role="alert" title="The export failed" mb="md">
          {live.detail}
        </Alert>
      )}
      <div role="status" aria-live="polite">
        <KeyValue
          items={[
            { label: 'Status', value: <ExportStatus job={live} /> },
            { label: 'Records', value: live.records.toLocaleString('en-US') },
            { label: 'Size', value: formatBytes(live.file_size) },
            { label: 'Filter', value: live.filter ?? 'All records' },
            { label: 'Finished', value: <Time at={live.finished_at} /> },
            { label: 'Kept until', value: <Time at={live.expires_at} /> },
            { label: 'File', value: <ExportDownload job={live} /> },
          ]}
        />
      </div>
    </Section>
  )
}
