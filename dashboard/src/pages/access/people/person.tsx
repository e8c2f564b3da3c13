import { Group, Stack } from '@mantine/core'
import { Outlet } from '@tanstack/react-router'
import { useLoggedIn } from '../../../frame/session-state.tsx'
import type { Person } from '../../../generated/schema.ts'
import { useParam } from '../../../kit/address-state.ts'
import { Time } from '../../../kit/cells/time.tsx'
import { LinkTo } from '../../../kit/link.tsx'
import { LoadedPage } from '../../../kit/loaded-page.tsx'
import { SessionRows } from '../../../kit/log-in/sessions.tsx'
import { Page } from '../../../kit/page.tsx'
import { useRead } from '../../../kit/requests/use-read.ts'
import { Loaded } from '../../../kit/states.tsx'
import { usePaths } from '../../../kit/use-paths.ts'
import type { Paths } from '../../../paths.ts'
import { Copyable } from '../../../ui/copy/copyable.tsx'
import { KeyValue } from '../../../ui/layout/key-value.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { Status } from '../../../ui/status.tsx'
import { RoleWords } from './roles.tsx'

export function usePerson(person_id: string) {
  return useRead('/v2/people/{person_id}', { params: { path: { person_id } } })
}

export function PersonPage() {
  const paths = usePaths()
  const query = usePerson(useParam('person'))
  return (
    <LoadedPage query={query} what="person" crumbs={crumbsOf(paths)}>
      {({ data }) => <Content person={data} />}
    </LoadedPage>
  )
}

const crumbsOf = (paths: Paths) => [{ label: 'People', to: paths.people() }]

function Content({ person }: { person: Person }) {
  const paths = usePaths()
  const { current } = useLoggedIn()
  const { id, name, email } = person
  const isOwn = id === current.person.id
  const to = (part: 'edit' | 'password-reset' | 'end-sessions' | 'remove') => paths.person(id, part)
  const actions = [
    { name: 'Edit', key: 'e', to: to('edit'), operation: 'UpdatePerson' as const },
    { name: 'Reset password', to: to('password-reset'), operation: 'CreatePasswordReset' as const },
    { name: 'End sessions', to: to('end-sessions'), operation: 'EndSessions' as const },
    { name: 'Remove', danger: true, to: to('remove'), operation: 'RemovePerson' as const },
  ]
  return (
    <Page
      title={name || email}
      beside={isOwn ? <Status tone="ok">You</Status> : undefined}
      crumbs={crumbsOf(paths)}
      request={{ path: '/v2/people/{person_id}', params: { person_id: id } }}
      actions={actions}
      shownActions={4}
    >
      <Stack gap="md">
        <Details person={person} />
        <Section title="Roles" description="A role in all stores applies in each store; roles add up.">
          <RoleWords roles={person.roles} />
        </Section>
        <Sessions person_id={id} />
      </Stack>
      <Outlet />
    </Page>
  )
}

function Details({ person }: { person: Person }) {
  const paths = usePaths()
  const { id, email, second_factor, passkeys, last_seen_at, meta } = person
  return (
    <Section
      title="Details"
      actions={
        <Group gap="md" fz="sm">
          <LinkTo to={paths.audit({ filter: `eq(actor_id,${id})`, range: '30d' })}>Activity of this person</LinkTo>
          <LinkTo to={paths.auditOf(id)}>Changes to this person</LinkTo>
        </Group>
      }
    >
      <KeyValue
        items={[
          { label: 'E-mail', value: email },
          {
            label: 'Second factor',
            value: <Status tone={second_factor ? 'ok' : 'off'}>{second_factor ? 'On' : 'Off'}</Status>,
            hint: second_factor ? undefined : 'Each person sets it up under Your access.',
          },
          { label: 'Passkeys', value: passkeys === 0 ? 'None' : String(passkeys) },
          { label: 'Last seen', value: last_seen_at === null ? 'Never' : <Time at={last_seen_at} /> },
          { label: 'Since', value: <Time at={meta.timestamps.created_at} /> },
          { label: 'Id', value: <Copyable value={id} label="person id" length={36} /> },
        ]}
      />
    </Section>
  )
}

function Sessions({ person_id }: { person_id: string }) {
  const query = useRead('/v2/people/{person_id}/sessions', { params: { path: { person_id } } })
  return (
    <Section title="Sessions" description="Browsers in which this person is logged in." flush>
      <Loaded query={query} what="person">
        {({ data }) => <SessionRows sessions={data} />}
      </Loaded>
    </Section>
  )
}
