import type { IntegrationJobDetail } from '../../../generated/schema.ts'
import type { Action } from '../../../kit/actions.tsx'
import { useChange } from '../../../kit/requests/use-change.ts'
import { type JobKey, useIntegration } from '../use-job.ts'

/** Actions on a job, and the error of the latest action. */
export function useJobActions(
  key: JobKey,
  job: IntegrationJobDetail | undefined,
): { actions: Action[]; error: Error | null } {
  const integration = useIntegration(key.integration)
  const retry = useChange({
    stale: ['/v2/integrations'],
    run: (api) => {
      const path = { integration_id: key.integration, job_id: key.job }
      return api.POST('/v2/integrations/{integration_id}/jobs/{job_id}/retry', { params: { path } })
    },
  })
  if (job === undefined) return { actions: [], error: null }
  const isDelivered = job.status === 'succeeded'
  const action: Action = {
    name: isDelivered ? 'Deliver again' : 'Retry',
    // A key pressed by accident must not deliver twice.
    ...(isDelivered ? {} : { key: 'r' }),
    operation: 'RetryJob',
    run: () => retry.mutate(),
    busy: retry.isPending,
    disabledReason: whyNoRetry(job, integration?.enabled ?? true),
  }
  return { actions: [action], error: retry.error }
}

function whyNoRetry({ status }: IntegrationJobDetail, isEnabled: boolean): string | null {
  if (!isEnabled) return 'The integration is disabled: enable it first.'
  return status === 'delivering' ? 'An attempt is in flight.' : null
}
