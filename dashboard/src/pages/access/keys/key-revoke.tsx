import { useParam } from '../../../kit/address-state.ts'
import { ConfirmRoute } from '../../../kit/dialogs/confirm-route.tsx'
import { usePaths } from '../../../kit/use-paths.ts'
import { useKey } from './key.tsx'

export function RevokeKeyDialog() {
  const key_id = useParam('key')
  const name = useKey().data?.data.name ?? 'this key'
  return (
    <ConfirmRoute
      backTo={usePaths().keys()}
      title={`Revoke the key ${name}?`}
      operation="RevokeKey"
      run={(api) => api.DELETE('/v2/keys/{key_id}', { params: { path: { key_id } } })}
      stale={['/v2/keys']}
      confirmLabel="Revoke key"
      what="key"
      irreversible="A revoked key cannot be used again."
    >
      It gets no more tokens, and its existing tokens stop working within 5 seconds. Programs that use it get a 401
      response.
    </ConfirmRoute>
  )
}
