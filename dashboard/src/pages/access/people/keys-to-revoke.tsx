import { Checkbox } from '@mantine/core'
import type { Key } from '../../../generated/schema.ts'
import { printFilter } from '../../../kit/filter.ts'
import { useRead } from '../../../kit/requests/use-read.ts'

type KeysToRevokeProps = {
  keys: readonly Pick<Key, 'name'>[]
  /** Follows "the key" or "the 3 keys" and names the person. */
  which: string
  checked: boolean
  onChange: (checked: boolean) => void
}

/** Option to revoke the person's keys together with the change. */
export function KeysToRevoke({ keys, which, checked, onChange }: KeysToRevokeProps) {
  if (keys.length === 0) return null
  return (
    <Checkbox
      mt="sm"
      label={`Revoke the ${keys.length === 1 ? 'key' : `${keys.length} keys`} ${which}, too`}
      description={`Otherwise these keys of the person keep working: ${keys.map((key) => key.name).join(', ')}.`}
      checked={checked}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  )
}

/** Active keys that a person created, as far as a single page lists them. */
export function useLiveKeysOf(person_id: string) {
  const filter = printFilter({ conditions: [{ field: 'created_by', operator: 'eq', values: [person_id] }] })
  const { data } = useRead('/v2/keys', { params: { query: { filter, 'page[limit]': 100 } } })
  const now = new Date().toISOString()
  return (data?.data ?? []).filter(({ revoked_at, expires_at }) => {
    return revoked_at === null && (expires_at === null || expires_at > now)
  })
}
