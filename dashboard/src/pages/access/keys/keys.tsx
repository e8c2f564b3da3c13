import { Button } from '@mantine/core'
import { Link, Outlet } from '@tanstack/react-router'
import { Time } from '../../../kit/cells/time.tsx'
import { LinkTo, target } from '../../../kit/link.tsx'
import { ListBlock } from '../../../kit/list/list-block.tsx'
import type { RowOf } from '../../../kit/list/list-query.ts'
import type { Column } from '../../../kit/list/list-view.tsx'
import { useList } from '../../../kit/list/use-list.ts'
import { Page } from '../../../kit/page.tsx'
import { useScope } from '../../../kit/scope.ts'
import { usePaths } from '../../../kit/use-paths.ts'
import { useNow } from '../../../kit/values/now.ts'
import type { Paths } from '../../../paths.ts'
import { Empty } from '../../../ui/layout/empty.tsx'
import { Status } from '../../../ui/status.tsx'
import { useStoreName } from '../people/roles.tsx'
import { PRESETS, presetOf } from '../rules/key-presets.ts'

type Key = RowOf<'/v2/keys'>

export function KeysPage() {
  const paths = usePaths()
  const { level } = useScope()
  const nameOf = useStoreName()
  const state = useList({ path: '/v2/keys' })
  return (
    <Page
      title="Keys"
      description={
        level === 'o'
          ? 'With a key, programs act on the organization or on one of its stores.'
          : 'With a key, programs act on this store.'
      }
      actions={[{ name: 'New key', key: 'n', to: paths.newKey(), operation: 'CreateKey' }]}
    >
      <ListBlock
        label="keys"
        state={state}
        columns={level === 'o' ? [...columns(paths), ofColumn(nameOf)] : columns(paths)}
        rowTo={({ id }) => paths.key(id)}
        search={{ field: 'name', label: 'Find by name' }}
        empty={<NoKeys to={paths.newKey()} />}
      />
      <Outlet />
    </Page>
  )
}

const columns = (paths: Paths): readonly Column<Key>[] => [
  { id: 'name', header: 'Name', sort: 'name', cell: ({ id, name }) => <LinkTo to={paths.key(id)}>{name}</LinkTo> },
  { id: 'state', header: 'State', width: '120px', card: true, cell: (key) => <KeyState {...key} /> },
  { id: 'permissions', header: 'May', card: 'named', cell: ({ permissions }) => mayWhat(permissions) },
  {
    id: 'last_used_at',
    header: 'Last used',
    sort: 'last_used_at',
    width: '180px',
    card: 'named',
    cell: ({ last_used_at }) => (last_used_at === null ? 'Never' : <Time at={last_used_at} />),
  },
  {
    id: 'expires_at',
    header: 'Expires',
    sort: 'expires_at',
    width: '180px',
    cell: ({ expires_at }) => (expires_at === null ? 'Never' : <Time at={expires_at} />),
  },
  {
    id: 'created',
    header: 'Created',
    sort: 'created_at',
    width: '180px',
    hidden: true,
    cell: ({ meta }) => <Time at={meta.timestamps.created_at} />,
  },
]

const ofColumn = (nameOf: (store_id: string | null) => string): Column<Key> => ({
  id: 'of',
  header: 'Of',
  width: '200px',
  cell: ({ relationships }) => nameOf(relationships.store?.data?.id ?? null),
})

function mayWhat(permissions: Key['permissions']): string {
  const preset = PRESETS.find(({ id }) => id === presetOf(permissions))
  return preset?.label ?? `${permissions?.length} permission${permissions?.length === 1 ? '' : 's'}`
}

export function KeyState({ revoked_at, expires_at }: Pick<Key, 'revoked_at' | 'expires_at'>) {
  const now = useNow()
  if (revoked_at !== null) return <Status tone="off">Revoked</Status>
  const isExpired = expires_at !== null && Date.parse(expires_at) <= now
  return <Status tone={isExpired ? 'off' : 'ok'}>{isExpired ? 'Expired' : 'Valid'}</Status>
}

function NoKeys({ to }: { to: string }) {
  return (
    <Empty
      title="No keys yet"
      action={
        <Button component={Link} {...target(to)}>
          New key
        </Button>
      }
      command="tidings keys create --name NAME --permission events:write"
    >
      A program uses a key to get tokens. A key has a public id, and a secret that is shown only once.
    </Empty>
  )
}
