import { List } from '@mantine/core'
import { useState } from 'react'
import { ConfirmRoute } from '../../../kit/dialogs/confirm-route.tsx'
import { usePaths } from '../../../kit/use-paths.ts'
import { KeysToRevoke, useLiveKeysOf } from './keys-to-revoke.tsx'
import { useShownPerson } from './person-dialogs.ts'

export function RemovePersonDialog() {
  const { person_id, name, backTo, query } = useShownPerson()
  const keys = useLiveKeysOf(person_id)
  const [revoke_keys, setRevokeKeys] = useState(false)
  return (
    <ConfirmRoute
      backTo={backTo}
      doneTo={usePaths().people()}
      title={`Remove ${name}?`}
      operation="RemovePerson"
      run={(api) => api.DELETE('/v2/people/{person_id}', { params: { path: { person_id }, query: { revoke_keys } } })}
      stale={['/v2/people', '/v2/keys']}
      confirmLabel="Remove person"
      what="person"
      irreversible="This cannot be undone. The same address can be invited again, as a new person."
    >
      <p style={{ margin: '0 0 6px' }}>
        {query.data?.data.email ?? name} loses access to the organization and all its stores:
      </p>
      <List size="sm">
        <List.Item>All sessions end, and open pages within 10 seconds.</List.Item>
        <List.Item>Access tokens stop working within 5 seconds.</List.Item>
        <List.Item>Invitations that this person made are revoked.</List.Item>
        <List.Item>Entries of the audit log stay, without the name.</List.Item>
      </List>
      <KeysToRevoke keys={keys} which="of this person" checked={revoke_keys} onChange={setRevokeKeys} />
    </ConfirmRoute>
  )
}
