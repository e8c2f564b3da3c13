import { ConfirmRoute } from '../../kit/dialogs/confirm-route.tsx'
import { useRead } from '../../kit/requests/use-read.ts'
import { paths } from '../../paths.ts'

export function EndOtherSessionsDialog() {
  const { data } = useRead('/v2/me/sessions')
  const others = data?.data.filter(({ current }) => !current).length
  return (
    <ConfirmRoute
      backTo={paths.me()}
      title={
        others === undefined
          ? 'End your other sessions?'
          : `End ${others} other ${others === 1 ? 'session' : 'sessions'}?`
      }
      operation="EndOtherSessions"
      run={(api) => api.DELETE('/v2/me/sessions')}
      stale={['/v2/me/sessions']}
      confirmLabel="End them"
      what="session"
    >
      You will be logged out everywhere except in this browser, within 10 seconds.
    </ConfirmRoute>
  )
}
