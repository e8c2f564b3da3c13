import { useParam } from '../../../kit/address-state.ts'
import { ConfirmRoute } from '../../../kit/dialogs/confirm-route.tsx'
import { useRead } from '../../../kit/requests/use-read.ts'
import { usePaths } from '../../../kit/use-paths.ts'

export function RevokeInvitationDialog() {
  const invitation_id = useParam('invitation')
  const { data } = useRead('/v2/people/invitations', { params: { query: { filter: `eq(id,${invitation_id})` } } })
  const email = data?.data[0]?.email ?? 'this person'
  return (
    <ConfirmRoute
      backTo={usePaths().invitations()}
      title={`Revoke the invitation of ${email}?`}
      operation="RevokeInvitation"
      run={(api) => api.DELETE('/v2/people/invitations/{invitation_id}', { params: { path: { invitation_id } } })}
      stale={['/v2/people/invitations']}
      confirmLabel="Revoke invitation"
      what="invitation"
    >
      The link stops working at once. {email} can be invited again.
    </ConfirmRoute>
  )
}
