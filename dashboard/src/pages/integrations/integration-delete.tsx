import { notifications } from '@mantine/notifications'
import { DeleteRoute } from '../../kit/dialogs/confirm-route.tsx'
import { isSigned } from '../../kit/targets/targets.ts'
import { usePaths } from '../../kit/use-paths.ts'
import { HealthPage } from './health/health.tsx'
import { useIntegration } from './use-integration.ts'
import { useWaiting } from './waiting.ts'

/** Above this number, the name must be typed to confirm. */
const CONFIRM_ABOVE = 100

export function DeletePage() {
  const paths = usePaths()
  const { data } = useIntegration()
  const waiting = useWaiting()
  if (data === undefined) return <HealthPage />
  const { id, name, integration_type } = data.data
  return (
    <>
      <HealthPage />
      <DeleteRoute
        backTo={paths.integration(id)}
        doneTo={paths.integrations()}
        title={`Delete ${name}?`}
        operation="DeleteIntegration"
        run={(api) => api.DELETE('/v2/integrations/{integration_id}', { params: { path: { integration_id: id } } })}
        onDone={() => notifications.show({ message: `Deleted ${name}.` })}
        stale={['/v2/integrations']}
        {...(waiting.count > CONFIRM_ABOVE ? { typeToConfirm: name } : {})}
        what="integration"
      >
        {waiting.sentence} Its jobs, attempts and replays are no longer shown
        {isSigned(integration_type) ? ', and its signing secret is lost' : ''}.
      </DeleteRoute>
    </>
  )
}
