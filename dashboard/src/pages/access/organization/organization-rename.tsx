import { TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Organization } from '../../../generated/schema.ts'
import { DialogForm } from '../../../kit/dialogs/dialog-form.tsx'
import { RouteDialog } from '../../../kit/dialogs/route-dialog.tsx'
import { saidAt, unplaced } from '../../../kit/dialogs/unplaced.ts'
import { useGoTo } from '../../../kit/link.tsx'
import { useChange } from '../../../kit/requests/use-change.ts'
import { useRead } from '../../../kit/requests/use-read.ts'
import { useScope } from '../../../kit/scope.ts'
import { Loaded } from '../../../kit/states.tsx'
import { usePaths } from '../../../kit/use-paths.ts'

export function RenameOrganizationDialog() {
  const { id } = useScope()
  const query = useRead('/v2/organizations/{organization_id}', { params: { path: { organization_id: id } } })
  return (
    <RouteDialog title="Rename the organization" backTo={usePaths().organization()}>
      <Loaded query={query} what="organization">
        {({ data }) => <RenameForm organization={data} />}
      </Loaded>
    </RouteDialog>
  )
}

function RenameForm({ organization }: { organization: Organization }) {
  const goTo = useGoTo()
  const backTo = usePaths().organization()
  const [name, setName] = useState(organization.name)
  const params = { organization_id: organization.id }
  const body = { data: { type: 'organization' as const, name } }
  const save = useChange({
    stale: ['/v2/organizations', '/v2/sessions/current'],
    run: (api) => api.PUT('/v2/organizations/{organization_id}', { params: { path: params }, body }),
    onDone: () => goTo(backTo),
  })
  return (
    <DialogForm
      operation="UpdateOrganization"
      params={params}
      body={body}
      onSubmit={() => save.mutateAsync()}
      onCancel={() => goTo(backTo)}
      submitLabel="Rename"
      error={unplaced(save.error, ['/data/name'])}
      what="organization"
    >
      <TextInput
        label="Name"
        required
        data-autofocus
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={saidAt(save.error, '/data/name')}
      />
    </DialogForm>
  )
}
