import { Alert, Stack } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useContext } from 'react'
import { ConfirmRoute } from '../../../kit/dialogs/confirm-route.tsx'
import { usePaths } from '../../../kit/use-paths.ts'
import { shownSecret } from '../rules/secrets.ts'
import { useIntegration } from '../use-integration.ts'
import { MadeContext } from './made.ts'

/** Creates a new secret next to the current secret. The page below shows it once. */
export function RotateDialog() {
  const paths = usePaths()
  const onMade = useContext(MadeContext)
  const { data } = useIntegration()
  if (data === undefined) return null
  const { id, name, meta } = data.data
  const until = meta.secret?.previous_until ?? null
  const isBoth = until !== null && Date.parse(until) > Date.now()
  return (
    <ConfirmRoute
      backTo={paths.integration(id, 'secret')}
      title={`Create a new secret for ${name}?`}
      operation="RotateSecret"
      run={(api) =>
        api.POST('/v2/integrations/{integration_id}/secret/rotate', {
          params: { path: { integration_id: id } },
          body: { data: { type: 'integration-secret', ...(isBoth ? { force: true } : {}) } },
        })
      }
      onDone={({ data: { secret_key } }) => onMade(shownSecret(secret_key))}
      stale={['/v2/integrations']}
      confirmLabel="Create a new secret"
      danger={isBoth}
      what="integration"
    >
      <Stack gap="sm">
        {isBoth && (
          <Alert
            color="red"
            variant="outline"
            icon={<IconAlertTriangle aria-hidden />}
            title="The oldest secret stops at once"
          >
            Only two secrets sign at a time. Receivers that still verify with the oldest secret will reject deliveries.
          </Alert>
        )}
        <span>The current secret keeps signing for one more day, beside the new secret.</span>
      </Stack>
    </ConfirmRoute>
  )
}
