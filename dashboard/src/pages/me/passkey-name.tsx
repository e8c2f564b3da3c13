import { TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Passkey } from '../../generated/schema.ts'
import { useParam } from '../../kit/address-state.ts'
import { DialogForm } from '../../kit/dialogs/dialog-form.tsx'
import { RouteDialog } from '../../kit/dialogs/route-dialog.tsx'
import { saidAt, unplaced } from '../../kit/dialogs/unplaced.ts'
import { useGoTo } from '../../kit/link.tsx'
import { useChange } from '../../kit/requests/use-change.ts'
import { paths } from '../../paths.ts'
import { OwnPasskey } from './own-passkey.tsx'

export function NamePasskeyDialog() {
  return (
    <RouteDialog title="Name the passkey" backTo={paths.me()}>
      <OwnPasskey id={useParam('passkey')}>{(passkey) => <NameForm passkey={passkey} />}</OwnPasskey>
    </RouteDialog>
  )
}

function NameForm({ passkey }: { passkey: Passkey }) {
  const goTo = useGoTo()
  const close = () => goTo(paths.me())
  const [name, setName] = useState(passkey.name)
  const params = { passkey_id: passkey.id }
  const body = { data: { type: 'passkey' as const, name } }
  const save = useChange({
    stale: ['/v2/me/passkeys'],
    run: (api) => api.PUT('/v2/me/passkeys/{passkey_id}', { params: { path: params }, body }),
    onDone: close,
  })
  return (
    <DialogForm
      operation="UpdatePasskey"
      params={params}
      body={body}
      onSubmit={() => save.mutateAsync()}
      onCancel={close}
      submitLabel="Save"
      error={unplaced(save.error, ['/data/name'])}
      what="passkey"
    >
      <TextInput
        label="Name"
        description="By which you know the device or password manager that keeps it."
        required
        data-autofocus
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={saidAt(save.error, '/data/name')}
      />
    </DialogForm>
  )
}
