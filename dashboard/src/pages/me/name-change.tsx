import { useLoggedIn } from '../../frame/session-state.tsx'
import { RenameForm } from '../../kit/dialogs/rename-form.tsx'
import { RouteDialog } from '../../kit/dialogs/route-dialog.tsx'
import { paths } from '../../paths.ts'

export function ChangeNameDialog() {
  const { person } = useLoggedIn().current
  return (
    <RouteDialog title="Change your name" backTo={paths.me()}>
      <RenameForm
        name={person.name}
        description="Others see it beside your actions."
        autoComplete="name"
        what="person"
        operation="UpdateOwnName"
        params={{}}
        run={(api, name) => api.PUT('/v2/me', { body: { data: { type: 'person', name } } })}
        stale={['/v2/sessions/current', '/v2/people']}
        backTo={paths.me()}
        submitLabel="Save"
      />
    </RouteDialog>
  )
}
