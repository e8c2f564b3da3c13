import { notifications } from '@mantine/notifications'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { Nothing, Time } from '../../../kit/cells/time.tsx'
import { LinkTo } from '../../../kit/link.tsx'
import { ListBlock } from '../../../kit/list/list-block.tsx'
import type { RowOf } from '../../../kit/list/list-query.ts'
import type { Column } from '../../../kit/list/list-view.tsx'
import { useList } from '../../../kit/list/use-list.ts'
import { Page } from '../../../kit/page.tsx'
import { useScope } from '../../../kit/scope.ts'
import { ProblemView } from '../../../kit/states.tsx'
import { usePaths } from '../../../kit/use-paths.ts'
import type { Paths } from '../../../paths.ts'
import { Empty } from '../../../ui/layout/empty.tsx'
import { saveFile } from '../../../ui/save-file.ts'
import { AuditFilters } from './audit-filters.tsx'
import { Actor, Resource, wordsOfEntry } from './audit-words.tsx'

type Entry = RowOf<'/v2/audit/entries'>

export function AuditPage() {
  const paths = usePaths()
  const { level } = useScope()
  const state = useList({ path: '/v2/audit/entries', range: 'day' })
  const { save, busy, error } = useExport(state.request.query.filter)
  return (
    <Page
      title="Audit log"
      description={
        level === 'o'
          ? 'Who changed what in the organization. Changes in a store are in the log of that store.'
          : 'Who changed what in this store, with values before and after.'
      }
      actions={[
        {
          name: 'Export',
          operation: 'ExportAuditEntries',
          run: save,
          busy,
          icon: <IconDownload size={16} aria-hidden />,
        },
      ]}
    >
      {error !== null && <ProblemView error={error} />}
      <ListBlock
        label="entries"
        state={state}
        columns={columns(paths)}
        rowTo={({ id }) => paths.auditEntry(id)}
        labels={LABELS}
        filtersElsewhere={['actor_id', 'operation']}
        beside={<AuditFilters filter={state.filter} onChange={state.setFilter} />}
        announceNew
        empty={<Empty title="No entries yet">Every change by a person or a key is recorded here.</Empty>}
      />
    </Page>
  )
}

const LABELS = {
  actor_id: 'Who',
  actor_type: 'Kind of actor',
  within_id: 'Resource, or part of',
  within_type: 'Kind of resource, or part of',
  resource_id: 'Resource',
  resource_type: 'Kind of resource',
  request_id: 'Request',
  address: 'From',
  operation: 'Operation',
  log_in_method: 'Logged in with',
  log_in_second_factor: 'Second factor',
}

const columns = (paths: Paths): readonly Column<Entry>[] => [
  {
    id: 'what',
    header: 'What',
    cell: (entry) => (
      <LinkTo to={paths.auditEntry(entry.id)} lh="24px" display="inline-block">
        {wordsOfEntry(entry)}
      </LinkTo>
    ),
  },
  { id: 'who', header: 'Who', width: 'minmax(0, 0.7fr)', card: 'named', cell: ({ actor }) => <Actor actor={actor} /> },
  { id: 'resource', header: 'Resource', cell: ({ resource }) => <Resource resource={resource} /> },
  {
    id: 'address',
    header: 'From',
    width: '140px',
    cell: ({ request }) => request.address ?? <Nothing />,
  },
  {
    id: 'created_at',
    header: 'When',
    sort: 'created_at',
    width: '180px',
    card: 'named',
    cell: ({ meta }) => <Time at={meta.timestamps.created_at} />,
  },
  { id: 'operation', header: 'Operation', hidden: true, cell: ({ operation }) => operation },
]

/** Exports all matching entries, one per line. A plain link would not send the access token. */
function useExport(filter: string | undefined) {
  const { api, level, name } = useScope()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<Error | null>(null)
  const save = async () => {
    setBusy(true)
    setError(null)
    try {
      const query = filter === undefined ? {} : { filter }
      const { data } = await api.GET('/v2/audit/export', { params: { query }, parseAs: 'blob' })
      saveFile(
        `audit-log-${level === 'o' ? 'organization' : name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}.jsonl`,
        data ?? '',
      )
      notifications.show({ message: 'Exported the entries shown, one per line, oldest first.' })
    } catch (thrown) {
      setError(thrown as Error)
    } finally {
      setBusy(false)
    }
  }
  return { save: () => void save(), busy, error }
}
