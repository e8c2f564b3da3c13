import { Group } from '@mantine/core'
import { Nothing } from '../../../kit/cells/time.tsx'
import { formatDuration } from '../../../kit/values/time.ts'
import { Countdown } from '../../../ui/countdown.tsx'
import { Status } from '../../../ui/status.tsx'
import { JOB_STATUS, type JobStatus } from '../rules/job-words.ts'

type JobStatusTextProps = { status: JobStatus; next_attempt_at?: string | null; emphasis?: boolean }

/** Status of a job; a pending job includes the time of its next attempt. */
export function JobStatusText({ status, next_attempt_at = null, emphasis = false }: JobStatusTextProps) {
  const { word, tone } = JOB_STATUS[status]
  return (
    <Group gap={6} wrap="nowrap">
      <Status tone={tone} emphasis={emphasis}>
        {word}
      </Status>
      {status === 'pending' && next_attempt_at !== null && (
        <span style={{ color: 'var(--text-dim)', fontVariantNumeric: 'tabular-nums' }}>
          <Countdown to={next_attempt_at} reached="due" />
        </span>
      )}
    </Group>
  )
}

export function AttemptStatus({ succeeded, emphasis = false }: { succeeded: boolean; emphasis?: boolean }) {
  return (
    <Status tone={succeeded ? 'ok' : 'failed'} emphasis={emphasis}>
      {succeeded ? 'Succeeded' : 'Failed'}
    </Status>
  )
}

/** Duration in milliseconds; a dash if null. */
export function Duration({ ms }: { ms: number | null }) {
  if (ms === null) return <Nothing />
  return <span style={{ fontVariantNumeric: 'tabular-nums' }}>{formatDuration(ms)}</span>
}
