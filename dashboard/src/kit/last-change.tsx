import { type ReactNode, useContext } from 'react'
import { actorName } from '../messages/access.ts'
import { Time } from './cells/time.tsx'
import { printFilter } from './filter.ts'
import { useRead } from './requests/use-read.ts'
import { ScopeContext, whyForbidden } from './scope.ts'

/** Person and time of the last change in the audit log; `otherwise` if it has none, or if the person may not read it. */
export function LastChange({ id, otherwise }: { id: string; otherwise: ReactNode }) {
  const scope = useContext(ScopeContext)
  const isReadable = scope !== null && whyForbidden('ListAuditEntries', scope) === null
  const filter = printFilter({ conditions: [{ field: 'resource_id', operator: 'eq', values: [id] }] })
  const query = { filter, sort: '-created_at', 'page[limit]': 1 }
  const last = useRead('/v2/audit/entries', { params: { query } }, { enabled: isReadable }).data?.data[0]
  if (last === undefined) return otherwise
  return (
    <>
      Saved by {actorName(last.actor)} on <Time at={last.meta.timestamps.created_at} />, after you opened this page.
    </>
  )
}
