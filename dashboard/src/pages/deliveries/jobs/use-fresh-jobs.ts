import { useQuery } from '@tanstack/react-query'
import type { IntegrationJob } from '../../../generated/schema.ts'
import type { List } from '../../../kit/list/list-query.ts'
import { useScope } from '../../../kit/scope.ts'
import { isOver } from '../rules/job-words.ts'

const PATH = '/v2/integrations/{integration_id}/jobs'
const POLL_INTERVAL_MS = 2_000
/** Maximum per request. */
const MAX_JOBS = 50

/** Polls unfinished jobs of a list and updates their rows in place. */
export function useFreshJobs(list: List<IntegrationJob>, integration: string): List<IntegrationJob> {
  const { api, id } = useScope()
  const unfinished = unfinishedOf(list)
  const { data } = useQuery({
    queryKey: [PATH, id, 'fresh', integration, unfinished],
    queryFn: async ({ signal }) => {
      const query = { filter: `in(id,${unfinished.join(',')})`, 'page[limit]': MAX_JOBS } as const
      const path = { integration_id: integration }
      const { data: body } = await api.GET(PATH, { params: { path, query }, signal })
      return body?.data ?? []
    },
    enabled: unfinished.length > 0,
    placeholderData: (before) => before,
    refetchInterval: ({ state }) => (state.data?.every(({ status }) => isOver(status)) ? false : POLL_INTERVAL_MS),
  })
  const fresh = new Map(data?.map((job) => [job.id, job]))
  return {
    ...list,
    rowAt: (index) => {
      const row = list.rowAt(index)
      return row === undefined ? undefined : (fresh.get(row.id) ?? row)
    },
  }
}

/** Unfinished jobs, as the list last read them. */
function unfinishedOf(list: List<IntegrationJob>): string[] {
  const ids: string[] = []
  for (let index = 0; index < list.count && ids.length < MAX_JOBS; index += 1) {
    const row = list.rowAt(index)
    if (row !== undefined && !isOver(row.status)) ids.push(row.id)
  }
  return ids
}
