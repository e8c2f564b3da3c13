import { useRead } from './use-read.ts'

/** When deliveries that fail are attempted again; undefined until it has been read. It changes with a restart only. */
export function useRetrySchedule() {
  return useRead('/v2/integrations/retry-schedule').data?.data
}
