import { Checkbox, List } from '@mantine/core'
import { useState } from 'react'
import { ConfirmRoute } from '../../../kit/dialogs/confirm-route.tsx'
import { printFilter } from '../../../kit/filter.ts'
import { useRead } from '../../../kit/requests/use-read.ts'
import { usePaths } from '../../../kit/use-paths.ts'
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
      {keys.length > 0 && (
        <Checkbox
          mt="sm"
          label={
            keys.length === 1
              ? 'Revoke the key of this person, too'
              : `Revoke the ${keys.length} keys of this person, too`
          }
          description={`Otherwise what this person made goes on working: ${keys.map((key) => key.name).join(', ')}.`}
          checked={revoke_keys}
          onChange={(event) => setRevokeKeys(event.currentTarget.checked)}
        />
      )}
    </ConfirmRoute>
  )
}

/** The keys that a person has made and that still get tokens, as far as one page shows them. */
function useLiveKeysOf(person_id: string) {
  const filter = printFilter({ conditions: [{ field: 'created_by', operator: 'eq', values: [person_id] }] })
  const { data } = useRead('/v2/keys', { params: { query: { filter, 'page[limit]': 100 } } })
  const now = new Date().toISOString()
  return (data?.data ?? []).filter(({ revoked_at, expires_at }) => {
    return revoked_at === null && (expires_at === null || expires_at > now)
  })
}
