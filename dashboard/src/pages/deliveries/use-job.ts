import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Api } from '../../api/client.ts'
import type { Event, IntegrationJobDetail, IntegrationLog } from '../../generated/schema.ts'
import { useRead } from '../../kit/requests/use-read.ts'
import { useScope, whyForbidden } from '../../kit/scope.ts'
import { isOver } from './rules/job-words.ts'

/** Job with the logs of its attempts, newest first. */
export type JobWithLogs = { job: IntegrationJobDetail; logs: readonly IntegrationLog[] }

export type JobKey = { integration: string; job: string }

const PATH = '/v2/integrations/{integration_id}/jobs/{job_id}'
const POLL_INTERVAL_MS = 2_000
/** Exceeds the number of attempts of any retry schedule. */
const MAX_LOGS = 100

/** Reads a job with its attempts, and polls until the job is finished. */
export function useJob({ integration, job }: JobKey): UseQueryResult<JobWithLogs> {
  const { api, id } = useScope()
  const client = useQueryClient()
  const queryKey = [PATH, id, integration, job]
  return useQuery<JobWithLogs>({
    queryKey,
    queryFn: ({ signal }) =>
      readJob(api, { integration, job }, { signal, known: client.getQueryData<JobWithLogs>(queryKey) }),
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && isOver(data.job.status) ? false : POLL_INTERVAL_MS,
  })
}

async function readJob(
  api: Api,
  { integration, job }: JobKey,
  { signal, known }: { signal: AbortSignal; known: JobWithLogs | undefined },
): Promise<JobWithLogs> {
  const path = { integration_id: integration, job_id: job }
  const found = (await api.GET(PATH, { params: { path }, signal })).data?.data as IntegrationJobDetail
  if (known !== undefined && isSame(known.job, found)) return { job: found, logs: known.logs }
  const query = { 'page[limit]': MAX_LOGS, 'page[total_method]': 'observed' } as const
  const { data } = await api.GET(`${PATH}/logs`, { params: { path, query }, signal })
  return { job: found, logs: data?.data ?? [] }
}

/** True if there was no attempt in between, so that the large logs need not be read again. */
function isSame(before: IntegrationJobDetail, after: IntegrationJobDetail): boolean {
  return (
    before.status === after.status &&
    before.attempts === after.attempts &&
    before.last_attempt?.id === after.last_attempt?.id
  )
}

/** Event of a job; undefined while loading, without permission, or after its retention. */
export function useEventOf(job: IntegrationJobDetail | undefined): Event | undefined {
  const scope = useScope()
  const enabled = job !== undefined && whyForbidden('GetEvent', scope) === null
  const { data } = useRead(
    '/v2/events/{event_id}',
    { params: { path: { event_id: job?.event.id ?? '' } } },
    { enabled },
  )
  return data?.data
}

export function useIntegration(integration: string, options: { every_ms?: number } = {}) {
  const params = { path: { integration_id: integration } }
  const { data } = useRead('/v2/integrations/{integration_id}', { params }, options)
  return data?.data
}
