import { Text } from '@mantine/core'
import { useState } from 'react'
import { useLoggedIn } from '../../frame/session-state.tsx'
import { RouteDialog } from '../../kit/dialogs/route-dialog.tsx'
import { useGoTo } from '../../kit/link.tsx'
import { useChange } from '../../kit/requests/use-change.ts'
import { paths } from '../../paths.ts'
import { PasswordProof, type Proof } from './password-proof.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

export function RenewRecoveryCodesDialog() {
  const { email } = useLoggedIn().current.person
  const goTo = useGoTo()
  const close = () => goTo(paths.me())
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const renew = useChange<Proof>({
    stale: [],
    run: (api, proof) => api.POST('/v2/me/recovery-codes', { body: { data: { type: 'second_factor', ...proof } } }),
    onDone: (response) => setCodes((response as { data: { recovery_codes: string[] } }).data.recovery_codes),
  })
  return (
    <RouteDialog title="New recovery codes" backTo={paths.me()}>
      {codes === null ? (
        <PasswordProof operation="RenewRecoveryCodes" change={renew} onCancel={close} submitLabel="Create new codes">
          <Text size="sm">The old codes stop working.</Text>
        </PasswordProof>
      ) : (
        <RecoveryCodes codes={codes} email={email} onDone={close} />
      )}
    </RouteDialog>
  )
}
