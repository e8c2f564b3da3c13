import type { IntegrationJob } from '../../../generated/schema.ts'
import type { Column } from '../../../kit/list/list-view.tsx'
import { tookMs } from '../rules/job-words.ts'
import { Subject } from '../subject.tsx'
import { Duration, JobStatusText } from './job-status.tsx'

/** Shared by all lists of jobs. */
export const OUTCOME: Column<IntegrationJob> = {
  id: 'status',
  header: 'Outcome',
  width: '150px',
  cell: ({ status, next_attempt_at }) => <JobStatusText status={status} next_attempt_at={next_attempt_at} />,
}

export const ABOUT: Column<IntegrationJob> = {
  id: 'about',
  header: 'About',
  card: 'named',
  width: 'minmax(120px, 1fr)',
  cell: ({ event }) => <Subject event={event.id} />,
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
