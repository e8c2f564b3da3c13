import { TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Person, PersonRole } from '../../../generated/schema.ts'
import { DialogForm } from '../../../kit/dialogs/dialog-form.tsx'
import { RouteDialog } from '../../../kit/dialogs/route-dialog.tsx'
import { saidAt, unplaced } from '../../../kit/dialogs/unplaced.ts'
import { useGoTo } from '../../../kit/link.tsx'
import { useChange } from '../../../kit/requests/use-change.ts'
import { Loaded } from '../../../kit/states.tsx'
import { useShownPerson } from './person-dialogs.ts'
import { RolesField } from './roles.tsx'

export function EditPersonDialog() {
  const { query, backTo } = useShownPerson()
  return (
    <RouteDialog title="Edit person" backTo={backTo} size="lg">
      <Loaded query={query} what="person">
        {({ data }) => <EditForm person={data} backTo={backTo} />}
      </Loaded>
    </RouteDialog>
  )
}

function EditForm({ person, backTo }: { person: Person; backTo: string }) {
  const goTo = useGoTo()
  const [name, setName] = useState(person.name)
  const [roles, setRoles] = useState<readonly PersonRole[]>(person.roles)
  const params = { person_id: person.id }
  const isChanged = JSON.stringify(roles) !== JSON.stringify(person.roles)
  const data = { type: 'person' as const, name, ...(isChanged ? { roles: [...roles] } : {}) }
  const save = useChange({
    stale: ['/v2/people', '/v2/sessions/current'],
    run: (api) => api.PUT('/v2/people/{person_id}', { params: { path: params }, body: { data } }),
    onDone: () => goTo(backTo),
  })
  return (
    <DialogForm
      operation="UpdatePerson"
      params={params}
      body={{ data }}
      onSubmit={() => save.mutateAsync()}
      onCancel={() => goTo(backTo)}
      submitLabel="Save"
      error={unplaced(save.error, ['/data/name', '/data/roles'])}
      what="person"
    >
      <TextInput
        label="Name"
        required
        data-autofocus
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={saidAt(save.error, '/data/name')}
      />
      <RolesField value={roles} onChange={setRoles} error={save.error} />
    </DialogForm>
  )
}
