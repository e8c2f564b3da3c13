import { useParam } from '../../kit/address-state.ts'
import { RenameForm } from '../../kit/dialogs/rename-form.tsx'
import { RouteDialog } from '../../kit/dialogs/route-dialog.tsx'
import { paths } from '../../paths.ts'
import { OwnPasskey } from './own-passkey.tsx'

export function NamePasskeyDialog() {
  return (
    <RouteDialog title="Name the passkey" backTo={paths.me()}>
      <OwnPasskey id={useParam('passkey')}>
        {({ id: passkey_id, name: before }) => (
          <RenameForm
            name={before}
            description="Helps you recognize the device or password manager that stores it."
            what="passkey"
            operation="UpdatePasskey"
            params={{ passkey_id }}
            run={(api, name) =>
              api.PUT('/v2/me/passkeys/{passkey_id}', {
                params: { path: { passkey_id } },
                body: { data: { type: 'passkey', name } },
              })
            }
            stale={['/v2/me/passkeys']}
            backTo={paths.me()}
            submitLabel="Save"
          />
        )}
      </OwnPasskey>
    </RouteDialog>
  )
}
