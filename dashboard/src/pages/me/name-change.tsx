import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useLoggedIn } from '../../frame/session-state.tsx'
import { DialogForm } from '../../kit/dialogs/dialog-form.tsx'
import { RouteDialog } from '../../kit/dialogs/route-dialog.tsx'
import { saidAt, unplaced } from '../../kit/dialogs/unplaced.ts'
import { useGoTo } from '../../kit/link.tsx'
import { useChange } from '../../kit/requests/use-change.ts'
import { paths } from '../../paths.ts'

export function ChangeNameDialog() {
  const { person } = useLoggedIn().current
  const goTo = useGoTo()
  const close = () => goTo(paths.me())
  const [name, setName] = useState(person.name)
  const body = { data: { type: 'person' as const, name } }
  const save = useChange({
    stale: ['/v2/sessions/current', '/v2/people'],
    run: (api) => api.PUT('/v2/me', { body }),
    onDone: close,
  })
  return (
    <RouteDialog title="Change your name" backTo={paths.me()}>
      <DialogForm
        operation="UpdateOwnName"
        params={{}}
        body={body}
        onSubmit={() => save.mutateAsync()}
        onCancel={close}
        submitLabel="Save"
        error={unplaced(save.error, ['/data/name'])}
        what="person"
      >
        <TextInput
          label="Name"
          description="Others see it beside what you did."
          autoComplete="name"
          required
          data-autofocus
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={saidAt(save.error, '/data/name')}
        />
      </DialogForm>
    </RouteDialog>
  )
}
