import { Button, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { Nothing } from '../../kit/cells/time.tsx'
import { download, formatBytes } from '../../kit/requests/download.ts'
import { useRead } from '../../kit/requests/use-read.ts'
import { useScope } from '../../kit/scope.ts'
import { useNow } from '../../kit/values/now.ts'
import { Status } from '../../ui/status.tsx'
import { type ExportJob, hasFile, isUnfinished, statusOf } from './rules/export-words.ts'

const POLL_INTERVAL_MS = 1_000

/** Export that is polled until it is finished. */
export function useLive(job: ExportJob): ExportJob {
  const enabled = isUnfinished(job)
  const path = { job_id: job.id }
  const { data } = useRead('/v2/jobs/{job_id}', { params: { path } }, { enabled, every_ms: POLL_INTERVAL_MS })
  return enabled ? (data?.data ?? job) : job
}

export function ExportStatus({ job }: { job: ExportJob }) {
  const { tone, word } = statusOf(useLive(job), useNow())
  return <Status tone={tone}>{word}</Status>
}

export function ExportRecords({ job }: { job: ExportJob }) {
  return useLive(job).records.toLocaleString('en-US')
}

export function ExportDownload({ job }: { job: ExportJob }) {
  const { api } = useScope()
  const live = useLive(job)
  const now = useNow()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => download(api, '/v2/jobs/{job_id}/content', { job_id: job.id }),
  })
  if (!hasFile(live, now)) return <Nothing />
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconDownload size={14} aria-hidden />}
        loading={isPending}
        onClick={(event) => {
          event.stopPropagation()
          mutate()
        }}
        aria-label={`Download ${formatBytes(live.file_size)}`}
      >
        {formatBytes(live.file_size)}
      </Button>
      {error !== null && (
        <Text size="xs" role="alert" c="var(--tone-failed)">
          {error.message}
        </Text>
      )}
    </>
  )
}
