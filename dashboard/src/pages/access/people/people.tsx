import { Button } from '@mantine/core'
import { Link, Outlet } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Time } from '../../../kit/cells/time.tsx'
import { LinkTo, target } from '../../../kit/link.tsx'
import { ListBlock } from '../../../kit/list/list-block.tsx'
import type { RowOf } from '../../../kit/list/list-query.ts'
import type { Column } from '../../../kit/list/list-view.tsx'
import { useList } from '../../../kit/list/use-list.ts'
import { Page } from '../../../kit/page.tsx'
import { useScope } from '../../../kit/scope.ts'
import { PageTabs } from '../../../kit/tabs.tsx'
import { usePaths } from '../../../kit/use-paths.ts'
import { ROLES } from '../../../messages/access.ts'
import type { Paths } from '../../../paths.ts'
import { Empty } from '../../../ui/layout/empty.tsx'
import { Status } from '../../../ui/status.tsx'
import { useStoreName } from './roles.tsx'

type Person = RowOf<'/v2/people'>

/** Frame shared by the lists of people and of invitations. */
export function PeopleFrame({ children }: { children: ReactNode }) {
  const paths = usePaths()
  const { level } = useScope()
  return (
    <Page
      title="People"
      description={
        level === 'o'
          ? 'People who can log in to this organization and its stores, with their roles.'
          : 'People with a role in this store or in all stores.'
      }
      actions={[{ name: 'Invite a person', key: 'n', to: paths.invite(), operation: 'InvitePerson' }]}
      tabs={
        <PageTabs
          label="People"
          tabs={[
            { label: 'People', to: paths.people() },
            { label: 'Invitations', to: paths.invitations() },
          ]}
        />
      }
    >
      {children}
      <Outlet />
    </Page>
  )
}

export function PeoplePage() {
  const paths = usePaths()
  const state = useList({ path: '/v2/people' })
  const nameOf = useStoreName()
  return (
    <PeopleFrame>
      <ListBlock
        label="people"
        state={state}
        columns={columns(paths, nameOf)}
        rowTo={({ id }) => paths.person(id)}
        search={{ field: 'email', label: 'Find by e-mail' }}
        empty={<NoPeople to={paths.invite()} />}
      />
    </PeopleFrame>
  )
}

const columns = (paths: Paths, nameOf: (store_id: string | null) => string): readonly Column<Person>[] => [
  {
    id: 'name',
    header: 'Name',
    sort: 'name',
    cell: ({ id, name, email }) => <LinkTo to={paths.person(id)}>{name || email}</LinkTo>,
  },
  { id: 'email', header: 'E-mail', sort: 'email', card: true, cell: ({ email }) => email },
  {
    id: 'roles',
    header: 'Roles',
    card: true,
    cell: ({ roles }) =>
      roles.length === 0
        ? 'None'
        : roles
            .map(({ role, store_id }) => `${ROLES[role].label}${store_id === null ? '' : ` in ${nameOf(store_id)}`}`)
            .join(', '),
  },
  {
    id: 'second_factor',
    header: 'Second factor',
    width: '130px',
    cell: ({ second_factor }) => <Status tone={second_factor ? 'ok' : 'off'}>{second_factor ? 'On' : 'Off'}</Status>,
  },
  {
    id: 'last_seen_at',
    header: 'Last seen',
    sort: 'last_seen_at',
    width: '190px',
    card: 'named',
    cell: ({ last_seen_at }) => (last_seen_at === null ? 'Never' : <Time at={last_seen_at} />),
  },
  {
    id: 'created',
    header: 'Since',
    sort: 'created_at',
    width: '190px',
    hidden: true,
    cell: ({ meta }) => <Time at={meta.timestamps.created_at} />,
  },
]

function NoPeople({ to }: { to: string }) {
  return (
    <Empty
      title="No people yet"
      action={
        <Button component={Link} {...target(to)}>
          Invite a person
        </Button>
      }
      command="tidings people invite --email ADDRESS --role viewer"
    >
      People log in here; programs use keys. Each person has roles, in the organization or in single stores.
    </Empty>
  )
}
