import { TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { DialogForm } from '../../kit/dialogs/dialog-form.tsx'
import { RouteDialog } from '../../kit/dialogs/route-dialog.tsx'
import { useGoTo } from '../../kit/link.tsx'
import { useChange } from '../../kit/requests/use-change.ts'
import { paths } from '../../paths.ts'

/** Creates an organization without stores or people. */
export function OrganizationCreatePage() {
  const goTo = useGoTo()
  const [name, setName] = useState('')
  const back = paths.system('stores')
  const body = { data: { type: 'organization' as const, name: name.trim() } }
  const create = useChange({
    stale: ['/v2/organizations'],
    run: (api) => api.POST('/v2/organizations', { body }),
    onDone: () => {
      notifications.show({ message: `Created ${name.trim()}.` })
      goTo(back)
    },
  })
  return (
    <RouteDialog title="New organization" backTo={back}>
      <DialogForm
        operation="CreateOrganization"
        params={{}}
        body={body}
        onSubmit={() => create.mutateAsync()}
        onCancel={() => goTo(back)}
        submitLabel="Create organization"
        disabledReason={name.trim() === '' ? 'An organization has a name.' : null}
        error={create.error}
        what="organization"
      >
        <TextInput
          label="Name"
          description="Its first owner is invited afterwards: tidings people invite --role owner --organization ID"
          withAsterisk
          data-autofocus
          value={name}
          onChange={({ currentTarget: { value } }) => {
            if (create.error !== null) create.reset()
            setName(value)
          }}
        />
      </DialogForm>
    </RouteDialog>
  )
}
