import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { ActionButton } from '../../../kit/actions.tsx'
import { Time } from '../../../kit/cells/time.tsx'
import { target } from '../../../kit/link.tsx'
import { ListBlock } from '../../../kit/list/list-block.tsx'
import type { RowOf } from '../../../kit/list/list-query.ts'
import type { Column } from '../../../kit/list/list-view.tsx'
import { useList } from '../../../kit/list/use-list.ts'
import { useScope, whyForbidden } from '../../../kit/scope.ts'
import { usePaths } from '../../../kit/use-paths.ts'
import { useNow } from '../../../kit/values/now.ts'
import { ROLES } from '../../../messages/access.ts'
import { Empty } from '../../../ui/layout/empty.tsx'
import { Status } from '../../../ui/status.tsx'
import { PeopleFrame } from './people.tsx'

type Invitation = RowOf<'/v2/people/invitations'>

export function InvitationsPage() {
  const paths = usePaths()
  const state = useList({ path: '/v2/people/invitations', fixed: 'is_null(used_at)' })
  return (
    <PeopleFrame>
      <ListBlock
        label="invitations"
        state={state}
        columns={columns}
        search={{ field: 'email', label: 'Find by e-mail' }}
        empty={
          <Empty
            title="No open invitations"
            action={
              <Button component={Link} {...target(paths.invite())}>
                Invite a person
              </Button>
            }
          >
            An invitation is a single-use link. It stays here until it is accepted or revoked.
          </Empty>
        }
      />
    </PeopleFrame>
  )
}

const columns: readonly Column<Invitation>[] = [
  { id: 'email', header: 'E-mail', sort: 'email', cell: ({ email }) => email },
  {
    id: 'roles',
    header: 'Roles',
    card: true,
    cell: ({ roles }) => roles.map(({ role }) => ROLES[role].label).join(', '),
  },
  {
    id: 'state',
    header: 'State',
    width: '120px',
    card: true,
    cell: ({ expires_at }) => <State expires_at={expires_at} />,
  },
  {
    id: 'expires_at',
    header: 'Valid until',
    sort: 'expires_at',
    width: '190px',
    card: 'named',
    cell: ({ expires_at }) => <Time at={expires_at} />,
  },
  {
    id: 'created_at',
    header: 'Sent',
    sort: 'created_at',
    width: '190px',
    hidden: true,
    cell: ({ created_at }) => <Time at={created_at} />,
  },
  {
    id: 'revoke',
    header: 'Revoke',
    width: '100px',
    align: 'end',
    card: 'plain',
    cell: ({ id, email }) => <Revoke id={id} email={email} />,
  },
]

function State({ expires_at }: { expires_at: string }) {
  const isOpen = Date.parse(expires_at) > useNow()
  return <Status tone={isOpen ? 'waiting' : 'off'}>{isOpen ? 'Open' : 'Expired'}</Status>
}

function Revoke({ id, email }: { id: string; email: string }) {
  const paths = usePaths()
  const disabledReason = whyForbidden('RevokeInvitation', useScope())
  return (
    <ActionButton
      size="xs"
      action={{
        name: 'Revoke',
        label: `Revoke the invitation of ${email}`,
        to: paths.revokeInvitation(id),
        disabledReason,
      }}
    />
  )
}
