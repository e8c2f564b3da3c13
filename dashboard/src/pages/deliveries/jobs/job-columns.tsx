import type { IntegrationJob } from '../../../generated/schema.ts'
import type { Column } from '../../../kit/list/list-view.tsx'
import { tookMs } from '../rules/job-words.ts'
import { Duration, JobStatusText } from './job-status.tsx'

/** Shared by all lists of jobs. */
export const OUTCOME: Column<IntegrationJob> = {
  id: 'status',
  header: 'Outcome',
  width: '150px',
  cell: ({ status, next_attempt_at }) => <JobStatusText status={status} next_attempt_at={next_attempt_at} />,
}

export const ATTEMPTS: Column<IntegrationJob> = {
  id: 'attempts',
  header: 'Attempts',
  align: 'end',
  width: '76px',
  cell: ({ attempts }) => attempts,
}

export const TOOK: Column<IntegrationJob> = {
  id: 'took',
  header: 'Took',
  align: 'end',
  width: '100px',
  cell: (job) => <Duration ms={tookMs(job)} />,
}
