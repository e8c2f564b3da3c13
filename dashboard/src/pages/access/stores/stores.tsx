import { Outlet } from '@tanstack/react-router'
import { useLoggedIn } from '../../../frame/session-state.tsx'
import { ActionButton } from '../../../kit/actions.tsx'
import { Time } from '../../../kit/cells/time.tsx'
import { LinkTo } from '../../../kit/link.tsx'
import { ListBlock } from '../../../kit/list/list-block.tsx'
import type { RowOf } from '../../../kit/list/list-query.ts'
import type { Column } from '../../../kit/list/list-view.tsx'
import { useList } from '../../../kit/list/use-list.ts'
import { Page } from '../../../kit/page.tsx'
import { useScope, whyForbidden } from '../../../kit/scope.ts'
import { usePaths } from '../../../kit/use-paths.ts'
import { pathsIn } from '../../../paths.ts'
import { Copyable } from '../../../ui/copy/copyable.tsx'
import { Empty } from '../../../ui/layout/empty.tsx'

type Store = RowOf<'/v2/stores'>

export function StoresPage() {
  const paths = usePaths()
  const { level } = useScope()
  const { current } = useLoggedIn()
  const state = useList({ path: '/v2/stores' })
  return (
    <Page
      title="Stores"
      description={`Stores of the organization ${current.organization.name}. Each has its own products, orders, keys and integrations.`}
      actions={[
        {
          name: 'New store',
          key: 'n',
          to: paths.newStore(),
          operation: 'CreateStore',
          disabledReason: level === 'o' ? null : 'Stores are created by the organization: switch to it above.',
        },
      ]}
    >
      <ListBlock
        label="stores"
        state={state}
        columns={COLUMNS}
        rowTo={({ id }) => pathsIn({ level: 's', id }).home()}
        search={{ field: 'name', label: 'Find by name' }}
        empty={
          <Empty title="No stores yet" command="tidings stores create --name NAME --scope SHORT">
            A store has a catalog, carts, orders and customers.
          </Empty>
        }
      />
      <Outlet />
    </Page>
  )
}

const COLUMNS: readonly Column<Store>[] = [
  {
    id: 'name',
    header: 'Name',
    sort: 'name',
    cell: ({ id, name }) => <LinkTo to={pathsIn({ level: 's', id }).home()}>{name}</LinkTo>,
  },
  {
    id: 'scope',
    header: 'Short name',
    sort: 'scope',
    card: 'named',
    cell: ({ scope }) => <Copyable value={scope} label="short name" length={40} />,
  },
  { id: 'id', header: 'Id', width: '190px', cell: ({ id }) => <Copyable value={id} label="store id" length={18} /> },
  {
    id: 'created',
    header: 'Created',
    sort: 'created_at',
    width: '190px',
    cell: ({ meta }) => <Time at={meta.timestamps.created_at} />,
  },
  {
    id: 'rename',
    header: 'Rename',
    width: '110px',
    align: 'end',
    card: 'plain',
    cell: ({ id, name }) => <Rename id={id} name={name} />,
  },
]

function Rename({ id, name }: { id: string; name: string }) {
  const disabledReason = whyForbidden('UpdateStore', useScope())
  const to = usePaths().renameStore(id)
  return <ActionButton size="xs" action={{ name: 'Rename', label: `Rename ${name}`, to, disabledReason }} />
}
