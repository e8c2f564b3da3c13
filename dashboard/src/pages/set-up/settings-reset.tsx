import { ConfirmRoute } from '../../kit/dialogs/confirm-route.tsx'
import { usePaths } from '../../kit/use-paths.ts'

export function ResetSettingsDialog() {
  const paths = usePaths()
  return (
    <ConfirmRoute
      backTo={paths.settings()}
      title="Reset the settings of this store?"
      operation="ResetSettings"
      run={(api) => api.DELETE('/v2/settings')}
      stale={['/v2/settings']}
      confirmLabel="Reset settings"
      irreversible="The current settings are lost."
      what="store"
    >
      All settings of this page return to their initial values, for carts and orders from now on.
    </ConfirmRoute>
  )
}
