import { useParam } from '../../../kit/address-state.ts'
import { RenameForm } from '../../../kit/dialogs/rename-form.tsx'
import { RouteDialog } from '../../../kit/dialogs/route-dialog.tsx'
import { useRead } from '../../../kit/requests/use-read.ts'
import { Loaded } from '../../../kit/states.tsx'
import { usePaths } from '../../../kit/use-paths.ts'

export function RenameStoreDialog() {
  const params = { store_id: useParam('store') }
  const backTo = usePaths().stores()
  const query = useRead('/v2/stores/{store_id}', { params: { path: params } })
  return (
    <RouteDialog title="Rename store" backTo={backTo}>
      <Loaded query={query} what="store">
        {({ data: { name, scope } }) => (
          <RenameForm
            stale={['/v2/stores', '/v2/sessions/current']}
            {...{ name, params, backTo }}
            description={`Its short name ${scope} never changes.`}
            what="store"
            operation="UpdateStore"
            run={(api, next) =>
              api.PUT('/v2/stores/{store_id}', {
                params: { path: params },
                body: { data: { type: 'store', name: next } },
              })
            }
          />
        )}
      </Loaded>
    </RouteDialog>
  )
}
