import { Text } from '@mantine/core'
import type { Passkey } from '../../generated/schema.ts'
import { useParam } from '../../kit/address-state.ts'
import { RouteDialog } from '../../kit/dialogs/route-dialog.tsx'
import { useGoTo } from '../../kit/link.tsx'
import { useChange } from '../../kit/requests/use-change.ts'
import { paths } from '../../paths.ts'
import { OwnPasskey } from './own-passkey.tsx'
import { PasswordProof, type Proof } from './password-proof.tsx'

export function DeletePasskeyDialog() {
  return (
    <RouteDialog title="Delete the passkey?" backTo={paths.me()}>
      <OwnPasskey id={useParam('passkey')}>{(passkey) => <DeleteForm passkey={passkey} />}</OwnPasskey>
    </RouteDialog>
  )
}

function DeleteForm({ passkey }: { passkey: Passkey }) {
  const goTo = useGoTo()
  const close = () => goTo(paths.me())
  const path = { passkey_id: passkey.id }
  const remove = useChange<Proof>({
    stale: ['/v2/me/passkeys', '/v2/people'],
    run: (api, proof) =>
      api.POST('/v2/me/passkeys/{passkey_id}/remove', {
        params: { path },
        body: { data: { type: 'passkey', ...proof } },
      }),
    onDone: close,
  })
  return (
    <PasswordProof
      operation="RemovePasskey"
      type="passkey"
      params={path}
      change={remove}
      onCancel={close}
      submitLabel="Delete"
      danger
    >
      <Text size="sm">
        You can no longer log in with “{passkey.name}”. Sessions that started with it continue: end them below if it was
        lost. Your device or password manager may still show it; delete it there, too.
      </Text>
    </PasswordProof>
  )
}
