import { ConfirmRoute } from '../../../kit/dialogs/confirm-route.tsx'
import { usePaths } from '../../../kit/use-paths.ts'
import { useIntegration } from '../use-integration.ts'

export function EndPreviousDialog() {
  const paths = usePaths()
  const { data } = useIntegration()
  if (data === undefined) return null
  const { id, name } = data.data
  return (
    <ConfirmRoute
      backTo={paths.integration(id, 'secret')}
      title={`End the old secret of ${name}?`}
      operation="EndPreviousSecret"
      run={(api) =>
        api.POST('/v2/integrations/{integration_id}/secret/end-previous', { params: { path: { integration_id: id } } })
      }
      stale={['/v2/integrations']}
      confirmLabel="End it now"
      irreversible="Receivers that still verify with the old secret will reject deliveries."
      what="integration"
    >
      Only the new secret signs from then on.
    </ConfirmRoute>
  )
}
