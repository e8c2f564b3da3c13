import { Text } from '@mantine/core'
import { actorName } from '../messages/access.ts'
import { Time } from './cells/time.tsx'
import { printFilter } from './filter.ts'
import { LinkTo } from './link.tsx'
import { useRead } from './requests/use-read.ts'
import { usePaths } from './use-paths.ts'

/** Person and time of a deletion; empty once the audit log has dropped the entry. */
export function Deletion({ id }: { id: string }) {
  const paths = usePaths()
  const filter = printFilter({ conditions: [{ field: 'resource_id', operator: 'eq', values: [id] }] })
  const query = { filter, sort: '-created_at', 'page[limit]': 1 }
  const last = useRead('/v2/audit/entries', { params: { query } }).data?.data[0]
  if (last === undefined || !last.changes.some((change) => change.id === id && change.action === 'deleted')) return null
  return (
    <Text size="sm" mt={4}>
      <LinkTo to={paths.auditEntry(last.id)}>Deleted</LinkTo> on <Time at={last.meta.timestamps.created_at} /> by{' '}
      {actorName(last.actor)}.
    </Text>
  )
}
