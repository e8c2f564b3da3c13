import type { Action } from '../../kit/actions.tsx'
import { useGoTo } from '../../kit/link.tsx'
import { useChange } from '../../kit/requests/use-change.ts'
import { ProblemView } from '../../kit/states.tsx'
import { usePaths } from '../../kit/use-paths.ts'
import { type Integration, setEnabled } from './use-integration.ts'

/** Actions shared by all pages of an integration, and their latest error. */
export function useIntegrationActions(integration: Integration) {
  const { id, enabled } = integration
  const paths = usePaths()
  const test = useTest(id)
  const enable = useEnable(integration)
  const actions: readonly Action[] = [
    {
      name: 'Test',
      key: 't',
      operation: 'TestIntegration',
      busy: test.isPending,
      disabledReason: enabled ? null : 'It is disabled: enable it first.',
      run: () => test.mutate(),
    },
    enabled
      ? { name: 'Disable', operation: 'UpdateIntegration', to: paths.integration(id, 'disable') }
      : { name: 'Enable', operation: 'UpdateIntegration', busy: enable.isPending, run: () => enable.mutate() },
    { name: 'Delete', danger: true, operation: 'DeleteIntegration', to: paths.integration(id, 'delete') },
  ]
  const error = test.error ?? enable.error
  return { actions, problem: error === null ? null : <ProblemView error={error} /> }
}

/** Sends a test through the queue and opens its job. */
function useTest(integration_id: string) {
  const paths = usePaths()
  const goTo = useGoTo()
  return useChange({
    stale: ['/v2/integrations'],
    run: (api) => api.POST('/v2/integrations/{integration_id}/test', { params: { path: { integration_id } } }),
    onDone: ({ data }) => goTo(paths.integrationHealth(integration_id, { test: data.id })),
  })
}

/**
 * Enables the integration. The address keeps the time of the disabling, because missed events are offered for replay.
 */
export function useEnable({ id, meta }: Integration) {
  const paths = usePaths()
  const goTo = useGoTo()
  const since = meta.disabled?.at ?? meta.timestamps.updated_at
  return useChange({
    stale: ['/v2/integrations'],
    run: (api) => setEnabled(api, id, true),
    onDone: () => goTo(paths.integrationHealth(id, { disabled_at: since })),
  })
}
