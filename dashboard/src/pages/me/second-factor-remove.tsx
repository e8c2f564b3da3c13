import { Text } from '@mantine/core'
import { RouteDialog } from '../../kit/dialogs/route-dialog.tsx'
import { useGoTo } from '../../kit/link.tsx'
import { useChange } from '../../kit/requests/use-change.ts'
import { paths } from '../../paths.ts'
import { PasswordProof, type Proof } from './password-proof.tsx'

export function RemoveSecondFactorDialog() {
  const goTo = useGoTo()
  const close = () => goTo(paths.me())
  const remove = useChange<Proof>({
    stale: ['/v2/sessions/current', '/v2/people'],
    run: (api, proof) =>
      api.POST('/v2/me/second-factor/remove', { body: { data: { type: 'second_factor', ...proof } } }),
    onDone: close,
  })
  return (
    <RouteDialog title="Turn the second factor off?" backTo={paths.me()}>
      <PasswordProof operation="RemoveSecondFactor" change={remove} onCancel={close} submitLabel="Turn off" danger>
        <Text size="sm">Your password alone will then be enough to log in. The recovery codes stop working.</Text>
      </PasswordProof>
    </RouteDialog>
  )
}
