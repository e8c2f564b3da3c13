import { useRead } from './use-read.ts'

/** Retry schedule of failed deliveries; undefined while loading. It changes only with a restart of the server. */
export function useRetrySchedule() {
  return useRead('/v2/integrations/retry-schedule').data?.data
}
