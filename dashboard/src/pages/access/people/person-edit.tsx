import { TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Person, PersonRole } from '../../../generated/schema.ts'
import { DialogForm } from '../../../kit/dialogs/dialog-form.tsx'
import { RouteDialog } from '../../../kit/dialogs/route-dialog.tsx'
import { saidAt, unplaced } from '../../../kit/dialogs/unplaced.ts'
import { useGoTo } from '../../../kit/link.tsx'
import { useChange } from '../../../kit/requests/use-change.ts'
import { useRead } from '../../../kit/requests/use-read.ts'
import { Loaded } from '../../../kit/states.tsx'
import { keysBeyond } from '../rules/keys-beyond.ts'
import { KeysToRevoke, useLiveKeysOf } from './keys-to-revoke.tsx'
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
  const [revokes, setRevokes] = useState(false)
  const all_roles = useRead('/v2/roles').data?.data
  const keys = useLiveKeysOf(person.id)
  const beyond = all_roles === undefined ? [] : keysBeyond(keys, roles, all_roles)
  const params = { person_id: person.id }
  const query = { revoke_keys: revokes && beyond.length > 0 }
  const isChanged = JSON.stringify(roles) !== JSON.stringify(person.roles)
  const data = { type: 'person' as const, name, ...(isChanged ? { roles: [...roles] } : {}) }
  const save = useChange({
    stale: ['/v2/people', '/v2/sessions/current', '/v2/keys'],
    run: (api) => api.PUT('/v2/people/{person_id}', { params: { path: params, query }, body: { data } }),
    onDone: () => goTo(backTo),
  })
  return (
    <DialogForm
      operation="UpdatePerson"
      params={params}
      {...(query.revoke_keys ? { query: { revoke_keys: 'true' } } : {})}
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
      <KeysToRevoke
        keys={beyond}
        which="of this person with more permissions than these roles"
        checked={revokes}
        onChange={setRevokes}
      />
    </DialogForm>
  )
}
