import { ConfirmRoute } from '../../../kit/dialogs/confirm-route.tsx'
import { useShownPerson } from './person-dialogs.ts'

export function EndSessionsDialog() {
  const { person_id, name, backTo } = useShownPerson()
  return (
    <ConfirmRoute
      backTo={backTo}
      title={`End all sessions of ${name}?`}
      operation="EndSessions"
      run={(api) => api.DELETE('/v2/people/{person_id}/sessions', { params: { path: { person_id } } })}
      stale={[`/v2/people/{person_id}/sessions`]}
      confirmLabel="End sessions"
      what="person"
    >
      {name} is logged out everywhere within 10 seconds, and can log in again.
    </ConfirmRoute>
  )
}
