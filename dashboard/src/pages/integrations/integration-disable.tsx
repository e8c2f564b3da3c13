import { ConfirmRoute } from '../../kit/dialogs/confirm-route.tsx'
import { usePaths } from '../../kit/use-paths.ts'
import { HealthPage } from './health/health.tsx'
import { setEnabled, useIntegration } from './use-integration.ts'
import { useWaiting } from './waiting.ts'

/** Shown over the health page, which lists missed events from then on. */
export function DisablePage() {
  const paths = usePaths()
  const { data } = useIntegration()
  const waiting = useWaiting()
  if (data === undefined) return <HealthPage />
  const { id, name } = data.data
  return (
    <>
      <HealthPage />
      <ConfirmRoute
        backTo={paths.integration(id)}
        title={`Disable ${name}?`}
        operation="UpdateIntegration"
        run={(api) => setEnabled(api, id, false)}
        stale={['/v2/integrations']}
        confirmLabel="Disable"
        what="integration"
      >
        No event is delivered to it until it is enabled again. {waiting.sentence} Both cancelled and missed events can
        be replayed later.
      </ConfirmRoute>
    </>
  )
}
