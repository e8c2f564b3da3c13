import { Stack, Text } from '@mantine/core'
import { Outlet } from '@tanstack/react-router'
import type { Operations } from '../../generated/schema.ts'
import { ActionBar, useActions } from '../../kit/actions.tsx'
import { Time } from '../../kit/cells/time.tsx'
import { ListBlock } from '../../kit/list/list-block.tsx'
import type { RowOf } from '../../kit/list/list-query.ts'
import type { Column } from '../../kit/list/list-view.tsx'
import { useList } from '../../kit/list/use-list.ts'
import { useRead } from '../../kit/requests/use-read.ts'
import { Loaded } from '../../kit/states.tsx'
import { countText } from '../../kit/values/count.ts'
import { paths } from '../../paths.ts'
import { Copyable } from '../../ui/copy/copyable.tsx'
import { Empty } from '../../ui/layout/empty.tsx'
import { Rows, type RowsColumn } from '../../ui/layout/rows.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { SettingNote } from './metrics.tsx'
import classes from './system.module.css'

const POLL_INTERVAL_MS = 10_000

/** Stores with the most waiting work, and all organizations of the deployment. */
export function StoresPage() {
  const state = useList({ path: '/v2/organizations' })
  const actions = useActions([
    { name: 'New organization', key: 'n', to: paths.newOrganization(), operation: 'CreateOrganization' },
  ])
  return (
    <Stack gap="md">
      <Busiest />
      <Section
        title="Organizations"
        description="Each has its own stores, keys and people."
        actions={<ActionBar actions={actions} />}
      >
        <ListBlock
          label="organizations"
          state={state}
          columns={COLUMNS}
          search={{ field: 'name', label: 'Find by name' }}
          empty={
            <Empty title="No organizations yet" command="tidings organizations create --name 'Acme'">
              An organization has stores, keys and people.
            </Empty>
          }
        />
      </Section>
      <Outlet />
    </Stack>
  )
}

const COLUMNS: readonly Column<RowOf<'/v2/organizations'>>[] = [
  { id: 'name', header: 'Name', sort: 'name', cell: ({ name }) => name },
  {
    id: 'id',
    header: 'ID',
    card: 'named',
    width: '320px',
    cell: ({ id }) => <Copyable value={id} label="organization id" length={40} />,
  },
  {
    id: 'created',
    header: 'Created',
    sort: 'created_at',
    card: 'named',
    width: '200px',
    cell: ({ meta }) => <Time at={meta.timestamps.created_at} />,
  },
]

type Busy = NonNullable<Operations['busiest']>[number]

function Busiest() {
  const query = useRead('/v2/operations', {}, { every_ms: POLL_INTERVAL_MS })
  return (
    <Section title="Busiest stores" description="Stores with the most jobs that are due now." flush>
      <Loaded query={query} what="deployment">
        {({ data: { busiest, backlog } }) => (
          <>
            {busiest === null || busiest.length === 0 ? (
              <Text size="sm" className={classes.pad}>
                {busiest === null
                  ? 'The database took too long to count.'
                  : 'No store has a due job: everything is taken at once.'}
              </Text>
            ) : (
              <Rows label="Busiest stores" rows={busiest} columns={BUSY_COLUMNS} keyOf={keyOf} />
            )}
            <SettingNote name={backlog.setting} pad>
              Events of a store with more than {backlog.limit.toLocaleString('en-US')} waiting are refused. To change
              it:
            </SettingNote>
          </>
        )}
      </Loaded>
    </Section>
  )
}

const keyOf = ({ organization, store }: Busy) => `${organization.id} ${store?.id}`

const BUSY_COLUMNS: readonly RowsColumn<Busy>[] = [
  { header: 'Store', cell: ({ store }) => store?.name ?? 'The organization itself' },
  { header: 'Organization', cell: ({ organization }) => organization.name },
  {
    header: 'To working',
    align: 'end',
    width: '100px',
    cell: ({ due }) => countText(due.working, due.at_least && due.working > 0),
  },
  {
    header: 'To failing',
    align: 'end',
    width: '100px',
    cell: ({ due }) => countText(due.failing, due.at_least && due.failing > 0),
  },
  {
    header: 'Rate limited',
    align: 'end',
    width: '110px',
    cell: ({ due }) => countText(due.limited, due.at_least && due.limited > 0),
  },
  { header: 'Due since', width: '180px', cell: ({ due_since }) => <Time at={due_since} /> },
]
