import { TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Store } from '../../../generated/schema.ts'
import { useParam } from '../../../kit/address-state.ts'
import { DialogForm } from '../../../kit/dialogs/dialog-form.tsx'
import { RouteDialog } from '../../../kit/dialogs/route-dialog.tsx'
import { saidAt, unplaced } from '../../../kit/dialogs/unplaced.ts'
import { useGoTo } from '../../../kit/link.tsx'
import { useChange } from '../../../kit/requests/use-change.ts'
import { useRead } from '../../../kit/requests/use-read.ts'
import { Loaded } from '../../../kit/states.tsx'
import { usePaths } from '../../../kit/use-paths.ts'

export function RenameStoreDialog() {
  const store_id = useParam('store')
  const query = useRead('/v2/stores/{store_id}', { params: { path: { store_id } } })
  return (
    <RouteDialog title="Rename store" backTo={usePaths().stores()}>
      <Loaded query={query} what="store">
        {({ data }) => <RenameForm store={data} />}
      </Loaded>
    </RouteDialog>
  )
}

function RenameForm({ store }: { store: Store }) {
  const goTo = useGoTo()
  const backTo = usePaths().stores()
  const [name, setName] = useState(store.name)
  const params = { store_id: store.id }
  const body = { data: { type: 'store' as const, name } }
  const save = useChange({
    stale: ['/v2/stores', '/v2/sessions/current'],
    run: (api) => api.PUT('/v2/stores/{store_id}', { params: { path: params }, body }),
    onDone: () => goTo(backTo),
  })
  return (
    <DialogForm
      operation="UpdateStore"
      params={params}
      body={body}
      onSubmit={() => save.mutateAsync()}
      onCancel={() => goTo(backTo)}
      submitLabel="Rename"
      error={unplaced(save.error, ['/data/name'])}
      what="store"
    >
      <TextInput
        label="Name"
        description={`Its short name ${store.scope} never changes.`}
        required
        data-autofocus
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={saidAt(save.error, '/data/name')}
      />
    </DialogForm>
  )
}
