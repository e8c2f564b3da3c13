import { Text } from '@mantine/core'
import type { Passkey } from '../../generated/schema.ts'
import { RouteDialog } from '../../kit/dialogs/route-dialog.tsx'
import { useGoTo } from '../../kit/link.tsx'
import { createPasskey } from '../../kit/log-in/passkeys.ts'
import { useChange } from '../../kit/requests/use-change.ts'
import { paths } from '../../paths.ts'
import { PasswordProof, type Proof } from './password-proof.tsx'

/** Steps: proof, browser dialog, name. The name comes last, because the authenticator suggests it. */
export function AddPasskeyDialog() {
  const goTo = useGoTo()
  const add = useChange<Proof, { data: Passkey }>({
    stale: ['/v2/me/passkeys', '/v2/people'],
    run: async (api, proof) => {
      const { data } = await api.POST('/v2/me/passkeys/options', { body: { data: { type: 'passkey', ...proof } } })
      const credential = await createPasskey(data?.data.options ?? {})
      return api.POST('/v2/me/passkeys', { body: { data: { type: 'passkey', credential } } })
    },
    onDone: ({ data }) => goTo(paths.passkey(data.id, 'name')),
  })
  return (
    <RouteDialog title="Add a passkey" backTo={paths.me()}>
      <PasswordProof
        operation="StartPasskey"
        type="passkey"
        change={add}
        onCancel={() => goTo(paths.me())}
        submitLabel="Continue"
      >
        <Text size="sm">
          Your browser then asks where to keep it: on this device, in a password manager, or on a security key.
        </Text>
      </PasswordProof>
    </RouteDialog>
  )
}
