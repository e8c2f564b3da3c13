import { RenameForm } from '../../../kit/dialogs/rename-form.tsx'
import { RouteDialog } from '../../../kit/dialogs/route-dialog.tsx'
import { useRead } from '../../../kit/requests/use-read.ts'
import { useScope } from '../../../kit/scope.ts'
import { Loaded } from '../../../kit/states.tsx'
import { usePaths } from '../../../kit/use-paths.ts'

export function RenameOrganizationDialog() {
  const params = { organization_id: useScope().id }
  const backTo = usePaths().organization()
  const query = useRead('/v2/organizations/{organization_id}', { params: { path: params } })
  return (
    <RouteDialog title="Rename the organization" backTo={backTo}>
      <Loaded query={query} what="organization">
        {({ data: { name } }) => (
          <RenameForm
            stale={['/v2/organizations', '/v2/sessions/current']}
            {...{ name, params, backTo }}
            what="organization"
            operation="UpdateOrganization"
            run={(api, next) =>
              api.PUT('/v2/organizations/{organization_id}', {
                params: { path: params },
                body: { data: { type: 'organization', name: next } },
              })
            }
          />
        )}
      </Loaded>
    </RouteDialog>
  )
}
